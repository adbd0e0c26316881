"""A server to be killed: `python crash_server.py FILE` serves on a free port, time flying, and prints the port.

Instead of a file it may be given the URL of a database that it shares with others, and that of the bus between them.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path

if __name__ == "__main__":
    from kickdoor.server.cluster.backends import Shared, open_shared
    from kickdoor.server.cluster.ownership import SingleServerOwnership
    from kickdoor.server.loadtest.load_servers import FREE
    from kickdoor.server.run_server import ServerConfig, WallClock, open_store, serve

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    where = sys.argv[1]
    shared = open_shared(*sys.argv[1:]) if "://" in where else Shared(open_store(Path(where)), SingleServerOwnership())
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    serve(
        shared.store,
        listener,
        ServerConfig(
            ["127.0.0.1"],
            limits=FREE,
            clock=WallClock(15.0),
            workers=1,
            owners=shared.owners,
            link=shared.link,
            think=shared.think,
        ),
    )
