"""JupyterHub for a class on one server, whose students have accounts there. See
doc/classroom.md."""

import sys

c = get_config()  # noqa: F821, which JupyterHub defines

# Accounts of the system (PAM), and a process for each student's server. SystemdSpawner,
# a package of its own, gives each one limits besides.
c.JupyterHub.spawner_class = "systemdspawner.SystemdSpawner"
c.SystemdSpawner.mem_limit = "1G"
c.SystemdSpawner.cpu_limit = 2.0
c.SystemdSpawner.isolate_tmp = True
c.Spawner.default_url = "/lab/tree/riffle"
c.Authenticator.allow_all = True  # change: the class's names in allowed_users

# Servers that nobody has used for an hour end.
c.JupyterHub.load_roles = [{
    "name": "cull",
    "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    "services": ["cull"],
}]
c.JupyterHub.services = [{
    "name": "cull",
    "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"],
}]
