"""Records of games: every answer with a fingerprint of its events, saved, loaded and replayed.

>>> from kickdoor.catalog.loader import known_sets, load_catalog
>>> recorder = Recorder(load_catalog(known_sets()[:1]), seats=3, seed="doctest")
>>> while len(recorder.answers) < 20:
...     seat = recorder.game.asked[0]
...     events = recorder.do(recorder.game.options(seat)[0])
>>> again = replay(recorder.record())
>>> again.save() == recorder.game.save()
True
"""

from kickdoor.replay.provenance import Provenance, ReplayMismatch
from kickdoor.replay.record import FORMAT, Record, Step, catalog_of, load, read, save
from kickdoor.replay.recorder import Recorder, record_game
from kickdoor.replay.replayer import Replayer, replay

__all__ = [
    "FORMAT", "ReplayMismatch", "Provenance", "Record", "Recorder", "Replayer", "Step", "catalog_of", "load", "read",
    "record_game", "replay", "save",
]  # fmt: skip
