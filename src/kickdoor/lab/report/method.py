"""The methods section of the page."""

from __future__ import annotations

from kickdoor.lab.report.card_stats import ENOUGH

METHOD = (
    (
        "Intervals",
        "All are of 95 %. Shares have Wilson’s; means those of the normal; differences between variants those of pairs "
        "of games with the same seed and seating.",
    ),
    ("Shared wins", "Joint winners share a win; the shares of a game add up to one."),
    (
        "Seats",
        "One test for all seats of a setting (Wald’s, on the shares of each game), corrected for the number of "
        "settings by Holm’s method.",
    ),
    (
        "Cards",
        "In a game of n seats of which k had the card, what counts is how much more of the win fell to those k than "
        "k / n: a regression with an effect of each game, with errors reckoned by games. By deck, these figures are "
        "shrunk by empirical Bayes towards the average card; how far cards truly differ is averaged over, not guessed. "
        "Named is what the procedure of Benjamini and Hochberg passes at a false discovery rate of 5 %, and whose "
        "shrunk interval lies on one side of the average. Games without a winner are left out, and so are cards of "
        "fewer than "
        f"{ENOUGH} games in which some had them and others not.",
    ),
    (
        "Monsters",
        "Named is whose share of fights won differs from that of all others, at a false discovery rate of 5 %.",
    ),
    (
        "Variants",
        "Holm’s method over all figures of all variants: with 95 % nothing that is called more than noise is noise. "
        "However alike few pairs are, the chance of n of them is never taken for less than 1 in 2ⁿ⁻¹.",
    ),
    ("Bots are not people", "All games are played by bots: what holds for them need not hold for a table of friends."),
)
"""Topics with their methods."""
