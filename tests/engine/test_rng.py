"""Tests of the random number generator: streams never change, dice are fair, and copies are independent."""

from kickdoor.engine.state.rng import DICE, DOORS, OTHER, STREAMS, TREASURES, GameRng, LehmerRng, keys_from_seed


def rng(seed: str = "golden") -> GameRng:
    return GameRng(keys_from_seed(seed), [0] * STREAMS, [])


def test_golden_numbers() -> None:
    # Saved games and records rest on these: a change here breaks every one of them
    r = rng()
    drawn = [r.below(stream, 100) for stream in (DOORS, TREASURES, DICE, OTHER) for _ in range(4)]
    assert drawn == [46, 8, 77, 7, 77, 1, 7, 17, 67, 16, 8, 67, 39, 12, 36, 97]
    assert [r.die() for _ in range(12)] == [4, 5, 4, 3, 4, 5, 4, 3, 3, 4, 4, 4]
    assert r.counters == [4, 4, 16, 4]


def test_golden_shuffles() -> None:
    r = rng()
    r.counters = [4, 4, 16, 4]
    cards = list(range(20))
    r.shuffle(DOORS, cards)
    assert cards == [13, 11, 7, 14, 10, 17, 6, 5, 3, 16, 4, 19, 1, 9, 2, 0, 15, 8, 12, 18]
    few = list(range(9))
    r.shuffle(OTHER, few)
    assert few == [0, 2, 3, 6, 4, 1, 8, 7, 5]
    assert r.counters == [7, 4, 16, 5]


def test_golden_keys_and_numbers() -> None:
    starts = [key.hex()[:16] for key in keys_from_seed("golden")]
    assert starts == ["0b3830c9459db0c5", "7623324bbd6e1f23", "23190f1cc2a0fffa", "e1b877213331110b"]
    rng = LehmerRng("golden")
    assert [rng.below(100) for _ in range(8)] == [34, 1, 92, 65, 38, 31, 2, 55]
    assert rng.sample(list(range(8)), 5) == [7, 1, 5, 3, 6]


def test_dice_are_fair() -> None:
    r = rng("fair")
    count = 6000
    faces = [r.die() for _ in range(count)]
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    # Chi squared with five degrees of freedom is above 20 once in 800 times; the seed is fixed
    expected = count / 6
    assert sum((faces.count(f) - expected) ** 2 / expected for f in range(1, 7)) < 20


def test_numbers_are_uniform_and_in_range() -> None:
    r = rng("uniform")
    public = LehmerRng("uniform")
    for n in (1, 2, 3, 7, 147):
        drawn = [r.below(OTHER, n) for _ in range(300)] + [public.below(n) for _ in range(300)]
        assert min(drawn) >= 0
        assert max(drawn) < n
        assert abs(sum(drawn) / 600 - (n - 1) / 2) <= n / 12


def test_first_card_of_a_shuffle_is_uniform() -> None:
    r = rng("first card")
    firsts = []
    for _ in range(3000):
        cards = list(range(5))
        r.shuffle(DOORS, cards)
        firsts.append(cards[0])
    assert all(500 < firsts.count(card) < 700 for card in range(5))


def test_shuffle_is_a_permutation() -> None:
    r = rng()
    for size in (0, 1, 2, 8, 9, 95):
        cards = list(range(100, 100 + size))
        r.shuffle(TREASURES, cards)
        assert sorted(cards) == list(range(100, 100 + size))


def test_copies_are_independent() -> None:
    r = rng()
    r.script = [2]
    twin = r.copy()
    assert [twin.die() for _ in range(5)] == [r.copy().die(), *dice_after(r, 4)]
    before = (r.counters[:], r.script[:])
    twin.below(DOORS, 6)
    twin.script.append(5)
    assert (r.counters, r.script) == before


def dice_after(r: GameRng, count: int) -> list[int]:
    """Roll on a copy, after the scripted die."""
    twin = r.copy()
    twin.die()
    return [twin.die() for _ in range(count)]


def test_streams_do_not_disturb_each_other() -> None:
    alone, mixed = rng(), rng()
    dice = [alone.die() for _ in range(10)]
    found = []
    for i in range(10):
        mixed.below(DOORS, 50)
        mixed.shuffle(TREASURES, list(range(i)))
        found.append(mixed.die())
    assert found == dice


def test_scripted_dice_come_first() -> None:
    r = rng()
    r.script = [1, 6, 3]  # the next one is last
    assert [r.die(), r.die(), r.die()] == [3, 6, 1]
    assert r.counters[DICE] == 0
    assert r.die() == rng().die()


def test_different_seeds_give_different_games() -> None:
    assert [rng("a").below(OTHER, 1 << 30)] != [rng("b").below(OTHER, 1 << 30)]


def test_samples_have_no_duplicates() -> None:
    rng = LehmerRng("sample")
    atoms = [3, 5, 8, 13, 21]
    for k in range(6):
        drawn = rng.sample(atoms, k)
        assert len(set(drawn)) == k
        assert set(drawn) <= set(atoms)
    assert atoms == [3, 5, 8, 13, 21]
