# Written by "riffle install", removed by "riffle uninstall": what nbgrader puts in
# place of a solution in Go. A course's own nbgrader_config.py overrides it.
from nbgrader.preprocessors import ClearSolutions

c = get_config()  # noqa: F821
c.ClearSolutions.code_stub = {
    **ClearSolutions.class_traits()["code_stub"].default(),
    "go": '// YOUR CODE HERE\npanic("not implemented")',
}
