"""Runs notebooks of the course in JupyterLite, as notebooks.py does in JupyterLab: all
that aren't run there. The arguments are a site and the folder of the notebooks."""

import pathlib
import sys

from lite import Lite
from notebooks import WITH_SERVER, visit_all

site, notebooks = map(pathlib.Path, sys.argv[1:])
paths = sorted(p for p in notebooks.glob("*.ipynb") if p.stem not in WITH_SERVER)
with Lite(site) as lite:
    faults = visit_all(lite, paths)
    if lite.asked:
        faults = f"{faults}\nother servers were asked for {lite.asked}"
sys.exit(faults)
