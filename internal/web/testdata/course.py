"""Runs all notebooks of the course in JupyterLite, as notebooks.py does in JupyterLab.
The arguments are a site, the folder of the notebooks, and patterns of their names if not
all are to run."""

import pathlib
import sys

from lite import Lite
from notebooks import visit_all

site, notebooks = map(pathlib.Path, sys.argv[1:3])
chosen = sys.argv[3:] or ["*"]
with Lite(site) as lite:
    faults = visit_all(lite, sorted(p for c in chosen for p in notebooks.glob(c + ".ipynb")))
    if lite.asked:
        faults = f"{faults}\nother servers were asked for {lite.asked}"
sys.exit(faults)
