"""What a server needs and cannot reach: another fault than wrong settings, for it may pass by itself."""

from kickdoor.engine.machine.errors import BadData


class BackendUnavailable(BadData):
    """A database or a bus does not answer just now. Whoever starts the server again later may have more luck."""
