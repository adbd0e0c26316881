"""The methods section of the page."""

from __future__ import annotations

from kickdoor.lab.report.card_stats import ENOUGH

METHOD = (
    (
        "Intervals",
        "All intervals are 95 % intervals: Wilson’s for shares, normal ones for means, and paired ones for differences "
        "between variants, over pairs of games with the same seed and seating.",
    ),
    ("Shared wins", "Joint winners share a win; the shares of a game add up to one."),
    (
        "Seats",
        "One test covers all seats of a setting (Wald’s, on the shares of each game). It is corrected for the number "
        "of settings by Holm’s method.",
    ),
    (
        "Cards",
        "In a game of n seats of which k had the card, the measure is how much more of the win than k / n those seats "
        "got: a regression with an effect of each game, with errors by game. The figures of a deck are shrunk by "
        "empirical Bayes towards the average card; the unknown spread of the true effects is averaged over. A card is "
        "named if it passes the procedure of Benjamini and Hochberg at a false discovery rate of 5 % and its shrunk "
        "interval lies on one side of the average. Games without a winner are left out, and so are cards with fewer "
        f"than {ENOUGH} games in which some seats had them and others did not.",
    ),
    (
        "Monsters",
        "A monster is named if its share of fights won differs from that of all others at a false discovery rate of "
        "5 %.",
    ),
    (
        "Variants",
        "Holm’s method corrects for all figures of all variants: with a probability of 95 %, nothing that is called "
        "more than noise is noise. The p-value of n pairs is never below 1 in 2ⁿ⁻¹, however alike the pairs are.",
    ),
    ("Bots are not people", "All games are played by bots, so the results need not hold for a table of friends."),
)
"""Topics with their methods."""
