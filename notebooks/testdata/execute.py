"""Executes a notebook as Jupyter does: execute.py IN OUT, with the kernel that
the notebook names and that is found through JUPYTER_PATH."""

import sys

import nbclient
import nbformat

nb = nbformat.read(sys.argv[1], as_version=nbformat.NO_CONVERT)
nbformat.validate(nb)
nbclient.NotebookClient(nb, timeout=120, record_timing=False).execute()
nbformat.validate(nb)
nbformat.write(nb, sys.argv[2])
