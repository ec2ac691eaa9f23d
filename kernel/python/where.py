"""Says where this Python looks for modules and for Jupyter's configuration."""

import json
import os
import site
import sys
import sysconfig

stdlib = sysconfig.get_path("stdlib")
print(json.dumps({
    "executable": sys.executable,
    "prefix": sys.prefix,
    "base": sys.base_prefix,
    "site": sysconfig.get_path("purelib"),
    "userSite": site.getusersitepackages() if site.ENABLE_USER_SITE else "",
    "userBase": site.getuserbase() if site.ENABLE_USER_SITE else "",
    # A Python whose owner, such as Debian, wants nothing added by others (PEP 668).
    "managed": sys.prefix == sys.base_prefix and os.path.exists(os.path.join(stdlib, "EXTERNALLY-MANAGED")),
}))
