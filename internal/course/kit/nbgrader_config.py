# nbgrader's settings for this course. Written once by "riffle course new"; it is yours.
import os
import secrets

from nbgrader.preprocessors import ClearSolutions

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "{{.ID}}"
c.CourseDirectory.root = os.path.dirname(os.path.abspath(__file__))

# What students get in place of a solution, and the marks of what they don't get. The
# marks "### BEGIN SOLUTION" contain these.
c.ClearSolutions.code_stub = {
    **ClearSolutions.class_traits()["code_stub"].default(),
    "go": '{{.CodeStub}}',
}
c.ClearSolutions.text_stub = "{{.TextStub}}"
c.ClearSolutions.begin_solution_delimeter = "BEGIN SOLUTION"
c.ClearSolutions.end_solution_delimeter = "END SOLUTION"
c.ClearHiddenTests.begin_test_delimeter = "BEGIN HIDDEN TESTS"
c.ClearHiddenTests.end_test_delimeter = "END HIDDEN TESTS"

# release/ is there already; without this nbgrader would leave it, and its gradebook
# empty.
c.GenerateAssignment.force = True

# Every notebook runs on riffle's kernel. A cell has half a minute; then it is
# interrupted, and what it declared before is kept.
c.Execute.kernel_name = "riffle"
c.Execute.timeout = 30
c.Execute.interrupt_on_timeout = True
c.Execute.iopub_timeout = 20

# Points depend on whether a test fails, and on nothing else: what an answer prints
# with println goes to standard error, for which nbgrader would give none.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"(?s)."

# A test cell that a student tags skip-execution must run all the same: so the tag
# that skips a cell is one that nobody knows.
c.Execute.skip_cells_with_tag = secrets.token_hex()
