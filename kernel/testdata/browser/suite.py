"""Runs scripts of this folder in one JupyterLab, and prints what is wrong with the pages
they visit. The arguments are an empty folder and the names of the scripts."""

import importlib
import sys
import traceback

from lab import Lab


def faults(lab, name):
    """What a script finds. If it breaks off the others are run all the same."""
    try:
        yield from importlib.import_module(name).visit(lab)
    except Exception:
        lab.shot_all(f"failed-{name}")
        yield traceback.format_exc()
    lab.close_all()


folder, *names = sys.argv[1:]
with Lab(folder) as lab:
    sys.exit("\n".join(f"{name}: {fault}" for name in names for fault in faults(lab, name)) or None)
