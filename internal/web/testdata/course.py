"""Runs notebooks of the course in JupyterLite, as notebooks.py does in JupyterLab: all
that aren't run there. The argument is a site."""

import sys

from lite import Lite
from notebooks import COURSE, WITH_SERVER, visit_all

paths = sorted(p for p in COURSE.glob("*.ipynb") if p.stem not in WITH_SERVER)
with Lite(sys.argv[1]) as lite:
    faults = visit_all(lite, paths)
    if lite.asked:
        faults.append(f"other servers were asked for {lite.asked}")
sys.exit("\n".join(faults) or None)
