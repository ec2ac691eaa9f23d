"""Runs notebooks of the course in JupyterLite, as notebooks.py runs some in JupyterLab: two
of them, or all with RIFFLE_TEST_FULL in the environment. The argument is a site."""

import os
import sys

from lite import Lite
from notebooks import COURSE, visit_all

USUAL = "01-*.ipynb", "10-*.ipynb"

patterns = ["*.ipynb"] if os.environ.get("RIFFLE_TEST_FULL") else USUAL
paths = sorted(path for pattern in patterns for path in COURSE.glob(pattern))
with Lite(sys.argv[1]) as lite:
    faults = visit_all(lite, paths)
    if lite.asked:
        faults.append(f"other servers were asked for {lite.asked}")
sys.exit("\n".join(faults) or None)
