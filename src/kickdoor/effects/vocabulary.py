"""The table of all instructions: the word a card file uses, and the class that does it."""

from kickdoor.core.cards import Op
from kickdoor.effects import cards, dice, fight, levels, losses

OPS: dict[str, type[Op]] = {
    "add_to_roll": dice.AddToRoll,
    "bonus": fight.Bonus,
    "cancel_curse": cards.CancelCurse,
    "change_sex": levels.ChangeSex,
    "choose_one": cards.ChooseOne,
    "die": levels.Die,
    "discard_cards": losses.DiscardCards,
    "discard_hand": losses.DiscardHand,
    "double": fight.Double,
    "draw": cards.Draw,
    "end_fight": fight.EndFight,
    "escape": dice.Escape,
    "force_help": fight.ForceHelp,
    "gain_levels": levels.GainLevels,
    "lose": levels.LoseCharacterCards,
    "lose_items": losses.LoseItems,
    "lose_levels": levels.LoseLevels,
    "monster_leaves": fight.MonsterLeaves,
    "move_fight": fight.MoveFight,
    "roll": dice.Roll,
    "roll_again": dice.RollAgain,
    "search_discards": cards.SearchDiscards,
    "set_die": dice.SetDie,
    "set_level": levels.SetLevel,
    "steal_item": cards.StealItem,
    "take_items": losses.TakeItems,
    "take_unseen": losses.TakeUnseen,
    "undo_escape": dice.UndoEscape,
}
