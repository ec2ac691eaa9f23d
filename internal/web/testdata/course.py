"""Runs all notebooks of the course in JupyterLite, as notebooks.py runs some in JupyterLab.
The argument is a site."""

import sys

from lite import Lite
from notebooks import COURSE, visit_all

paths = sorted(COURSE.glob("*.ipynb"))
with Lite(sys.argv[1]) as lite:
    faults = visit_all(lite, paths)
    if lite.asked:
        faults.append(f"other servers were asked for {lite.asked}")
sys.exit("\n".join(faults) or None)
