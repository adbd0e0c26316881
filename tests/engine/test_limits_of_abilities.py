"""How often an ability may be used is counted for the munchkin and the ability, not for the card (AMB-105)."""

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.rules.plays.affordability import OF_SEATS, used_key

RULES = load_catalog(known_sets())
TRAITS = [d for d in RULES.defs if d.kind in (nr.CLASS, nr.RACE) and d.abilities]
CARDS = sum(d.copies for d in RULES.defs)


def test_an_equal_trait_of_another_set_gives_the_same_ability() -> None:
    twins = [(one, other) for one in TRAITS for other in TRAITS if one.trait == other.trait and one is not other]
    assert twins
    for one, other in twins:
        for mine in one.abilities:
            for theirs in other.abilities:
                assert (mine.power == theirs.power) == (mine.name == theirs.name)


def test_abilities_of_different_names_are_different() -> None:
    names = {(d.trait, play.name): play.power for d in TRAITS for play in d.abilities}
    assert min(names.values()) >= 0
    assert len(set(names.values())) == len(names)


def test_numbers_of_munchkins_abilities_are_beyond_those_of_cards() -> None:
    """What is forgotten of cards at a reshuffle must never be an ability of a munchkin."""
    things = [play for d in RULES.defs if d.kind in (nr.ITEM, nr.FOLLOWER) for play in d.abilities]
    assert things
    assert max(used_key(5, CARDS - 1, play) for play in things) < OF_SEATS
    own = [used_key(seat, 0, play) for play in TRAITS[0].abilities for seat in range(6)]
    assert min(own) >= OF_SEATS
    assert len(set(own)) == len(own)
    assert used_key(0, 0, TRAITS[0].abilities[0]) == used_key(0, CARDS - 1, TRAITS[0].abilities[0])
