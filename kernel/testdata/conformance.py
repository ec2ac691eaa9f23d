"""Runs jupyter_kernel_test's conformance suite against the installed kernel
named "riffle". The argument is a JSON file with the suite's snippets."""

import json
import sys
import unittest

import jupyter_kernel_test

with open(sys.argv.pop(1), encoding="utf-8") as f:
    snippets = json.load(f)


class Kernel(jupyter_kernel_test.KernelTests):
    kernel_name = "riffle"
    language_name = "go"
    file_extension = ".go"
    supported_history_operations = ("tail", "range", "search")


class Welcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "riffle"
    support_iopub_welcome = True


for name, value in snippets.items():
    setattr(Kernel, name, value)

if __name__ == "__main__":
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in (Kernel, Welcome)
    )
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    skipped = [str(test) for test, _ in result.skipped]
    if skipped:
        print("skipped:", *skipped)
    sys.exit(not result.wasSuccessful() or bool(skipped))
