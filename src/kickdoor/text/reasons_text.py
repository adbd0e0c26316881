"""Says in one sentence why an act is refused, and which rules stand behind it."""

from kickdoor.engine.machine.prompts import Reason, Verdict
from kickdoor.text.message_catalog import DEFAULT, PLAIN, language


def reason_text(reason: Reason, lang: str = DEFAULT) -> str:
    """Write a reason with its rules: "You can't sell during your fight. (COMBAT-19)"."""
    return refusal_text(reason.code, reason.rules, lang)


def refusal_text(code: str, rules: list[str], lang: str = DEFAULT) -> str:
    """Write the code and the rules of a refusal, as an answer that was not accepted carries them."""
    text = language(lang).find("reason." + code)[PLAIN]
    return f"{text} ({', '.join(rules)})" if rules else text


def verdict_text(verdict: Verdict, lang: str = DEFAULT) -> list[str]:
    """Write every objection gathered against an act, each sentence once."""
    out: list[str] = []
    for reason in verdict.reasons:
        text = reason_text(reason, lang)
        if text not in out:
            out.append(text)
    return out
