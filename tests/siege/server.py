"""A server to be besieged: `python server.py FILE [NAME=SECONDS…]` serves with its usual limits and prints the port."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    from kickdoor.table.server import connections as wires
    from kickdoor.table.server.places import listen_at
    from kickdoor.table.server.serving import Hosting, open_store, serve

    for setting in sys.argv[2:]:
        name, _, value = setting.partition("=")
        assert hasattr(wires, name)
        setattr(wires, name, float(value))
    listener = listen_at("127.0.0.1", 0)
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    serve(open_store(Path(sys.argv[1])), listener, Hosting(["127.0.0.1"], workers=1))
