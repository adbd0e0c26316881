"""A server to be besieged: `python server.py FILE [NAME=SECONDS…]` serves with its usual limits and prints the port.

Instead of a file it may be given `STORE,BUS`: the URLs of a database and a bus that it shares with others.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    from kickdoor.server.cluster.backends import Shared, open_shared
    from kickdoor.server.cluster.ownership import SingleServerOwnership
    from kickdoor.server.http import http_protocol as wires
    from kickdoor.server.listen_address import listen_at
    from kickdoor.server.run_server import ServerConfig, open_store, serve

    where = sys.argv[1]
    for setting in sys.argv[2:]:
        name, _, value = setting.partition("=")
        assert hasattr(wires, name)
        setattr(wires, name, float(value))
    listener = listen_at("127.0.0.1", 0)
    shared = (
        open_shared(*where.split(",")) if "://" in where else Shared(open_store(Path(where)), SingleServerOwnership())
    )
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    more = {"owners": shared.owners, "link": shared.link, "think": shared.think}
    serve(shared.store, listener, ServerConfig(["127.0.0.1"], workers=1, **more))
