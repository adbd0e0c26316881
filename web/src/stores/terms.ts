// Bargain terms as text and numbers: a term is one number that encodes a kind and a value.
import { BASE } from "./basePath";
import {
  P_ANYWAY,
  P_CARD,
  P_COUNT,
  P_GIVE,
  P_PLACE,
  P_SHIFT,
  P_TOKEN_PLACE,
  P_TOKENS,
  P_WANT,
} from "../protocol/messages";
import { formatList, hasMessage, t } from "../i18n";

const HIDDEN = 4095;

export function makeTerm(kind: number, value: number): number {
  return (kind << P_SHIFT) | value;
}

export function kindOf(term: number): number {
  return term >> P_SHIFT;
}

export function valueOf(term: number): number {
  return term & ((1 << P_SHIFT) - 1);
}

/** Return the text of one term. The first of several picking turns stands for all of them, the others are empty. */
function termText(term: number, name: (card: number) => string, places: number[]): string {
  const n = valueOf(term);
  switch (kindOf(term)) {
    case P_COUNT:
      return t("terms.count", { n });
    case P_PLACE:
      if (!n) return t("terms.last");
      if (places.length < 2) return t(n === 1 ? "terms.place_first" : "terms.place", { n });
      return n === places[0] ? t("terms.places", { list: formatList(places.map(String)) }) : "";
    case P_GIVE:
    case P_WANT:
      return name(n);
    case P_CARD:
      return n === HIDDEN ? t("terms.hidden") : t("terms.card", { card: name(n) });
    case P_TOKENS:
      return t("terms.tokens", { n });
    case P_TOKEN_PLACE:
      return t("terms.token_place", { n });
    default:
      return "";
  }
}

/** Return what a helper gets, and what the helper gives in return. */
export function termsText(terms: number[], name: (card: number) => string, helper: string): string {
  const places = terms.filter((term) => kindOf(term) === P_PLACE && valueOf(term)).map(valueOf);
  const list = (some: number[]) =>
    some
      .map((term) => termText(term, name, places))
      .filter(Boolean)
      .join(", ");
  const gives = list(terms.filter((term) => kindOf(term) === P_WANT));
  let text = list(terms.filter((term) => kindOf(term) !== P_ANYWAY && kindOf(term) !== P_WANT)) || t("terms.nothing");
  if (gives) text = t(helper === t("you") ? "terms.both_you" : "terms.both", { terms: text, who: helper, gives });
  return terms.some((term) => kindOf(term) === P_ANYWAY) ? t("terms.anyway", { terms: text }) : text;
}

/** Return the picking turns of a helper who picks first and then every other time. */
export function helperPicksFirst(count: number, of: number): number[] {
  const places: number[] = [];
  for (let place = 1; place <= of && places.length < count; place += 2) places.push(place);
  for (let place = 2; place <= of && places.length < count; place += 2) places.push(place);
  return places.sort((a, b) => a - b).map((place) => makeTerm(P_PLACE, place));
}

/** Return the name of a token kind; a custom set may have kinds without a translation. */
export function tokenName(kind: string): string {
  return hasMessage(`token.${kind}`) ? t(`token.${kind}`) : kind.replaceAll("_", " ");
}

export function tokenArt(kind: string): string {
  return `${BASE}/static/art/tokens/${kind}.svg`;
}

/** Replace a missing picture of a token with the plain one. */
export function showPlainToken(event: Event): void {
  (event.currentTarget as HTMLImageElement).src = tokenArt("counter");
}
