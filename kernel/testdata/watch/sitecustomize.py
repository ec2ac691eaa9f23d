"""Python imports this at its start if the folder is in its path: whatever a Jupyter client of
the process gets from then on may show nothing of riffle's own (package leak)."""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "internal", "test", "leak"))

import leak  # noqa: E402, which is there


class Watch:
    """Finds jupyter_client.session when it is imported, and changes it then."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "jupyter_client.session":
            return None
        sys.meta_path.remove(cls)
        import importlib.util

        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            whole = module.Session.deserialize

            def deserialize(self, *args, **options):
                message = whole(self, *args, **options)
                if message["msg_type"] not in {"execute_input", "history_reply"}:  # what users type
                    if found := leak.find(message["content"]):
                        print("riffle shows what is its own:", found, file=sys.stderr, flush=True)
                        os._exit(70)
                return message

            module.Session.deserialize = deserialize

        spec.loader.exec_module = exec_module
        return spec


sys.meta_path.insert(0, Watch)
