"""Records of games: every answer with what came of it, saved, loaded, and played again.

>>> from kickdoor.catalog.load import known_sets, load_catalog
>>> from kickdoor.engine.machine.prompts import Answer
>>> recorder = Recorder(load_catalog(known_sets()[:1]), seats=3, seed="doctest")
>>> while len(recorder.answers) < 20:
...     prompt = recorder.game.prompts()[0]
...     picks = recorder.game.form(prompt.seat, prompt.options[0]).default(recorder.game.state)
...     events = recorder.apply(Answer(prompt.seat, prompt.codes[0], picks))
>>> again = replay(recorder.record())
>>> again.save() == recorder.game.save()
True
"""

from kickdoor.replay.origin import Differs, Origin
from kickdoor.replay.record import FORMAT, Record, Step, catalog_of, load, read, save
from kickdoor.replay.recorder import Recorder, record_game
from kickdoor.replay.replayer import Replayer, replay

__all__ = [
    "FORMAT", "Differs", "Origin", "Record", "Recorder", "Replayer", "Step", "catalog_of", "load", "read",
    "record_game", "replay", "save",
]  # fmt: skip
