"""Says of each tool named in the arguments its version, and what it lacks for
notebooks of riffle: a JSON object of [version, fault]."""

import json
import sys
from importlib import metadata


def papermill():
    import papermill.engines  # noqa: F401, which loads the entry points
    from papermill.translators import papermill_translators

    papermill_translators.find_translator("riffle", "go")


def nbgrader():
    from nbgrader.apps import GenerateAssignmentApp
    from nbgrader.preprocessors import ClearSolutions

    app = GenerateAssignmentApp()
    app.log.setLevel("ERROR")
    app.load_config_file()
    if "go" not in ClearSolutions(config=app.config).code_stub:
        raise LookupError("no code stub for go")


tests = {"papermill": papermill, "nbgrader": nbgrader}
answers = {}
for tool in sys.argv[1:]:
    try:
        version = metadata.version(tool)
    except metadata.PackageNotFoundError:
        answers[tool] = ["", "not installed in " + sys.prefix]
        continue
    fault = ""
    try:
        tests.get(tool, lambda: None)()
    except Exception as e:
        fault = str(e) or type(e).__name__
    answers[tool] = [version, fault]
json.dump(answers, sys.stdout)
