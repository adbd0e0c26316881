"""The text of reasons: why an action is refused, and the rules behind it."""

from kickdoor.engine.machine.prompts import Reason, Verdict
from kickdoor.text.message_catalog import DEFAULT, PLAIN, language


def reason_text(reason: Reason, lang: str = DEFAULT) -> str:
    """Write a reason with its rules: "You can't sell during your fight. (COMBAT-19)"."""
    return refusal_text(reason.code, reason.rules, lang)


def refusal_text(code: str, rules: list[str], lang: str = DEFAULT) -> str:
    """Write the code and the rules of a refusal, as a refused answer has them."""
    text = language(lang).find("reason." + code)[PLAIN]
    return f"{text} ({', '.join(dict.fromkeys(rules))})" if rules else text


def verdict_text(verdict: Verdict, lang: str = DEFAULT) -> list[str]:
    """Write every reason against an action, each sentence once."""
    return [reason_text(reason, lang) for reason in merge_reasons(verdict.reasons)]


def merge_reasons(reasons: list[Reason]) -> list[Reason]:
    """Return one reason for each code, with the rules of all that have it."""
    rules: dict[str, list[str]] = {}
    for reason in reasons:
        rules[reason.code] = rules.get(reason.code, []) + reason.rules
    return [Reason(code, found) for code, found in rules.items()]
