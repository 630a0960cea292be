/** What a card is called: the client shows it, and the server sorts by it. Pure. */
import type { Card } from "./card.ts";

/** The texts of a property in each entry of a map of a card. */
export const cardTexts = (map: Record<string, object> | undefined, property: string): string[] =>
  Object.values(map ?? {}).flatMap((entry) => {
    const value = (entry as Record<string, unknown>)[property];
    return typeof value === "string" && value.trim() !== "" ? [value.trim()] : [];
  });

export const nameComponent = ({ name }: Pick<Card, "name">, kind: string): string =>
  (name?.components ?? [])
    .filter((each) => each.kind === kind)
    .map(({ value }) => value)
    .join(" ");

/** The name alone; empty where there is none. */
export function fullNameOf(card: Pick<Card, "name">): string {
  const { name } = card;
  if (name?.full?.trim()) return name.full.trim();
  const { components = [], isOrdered = false, defaultSeparator = " " } = name ?? {};
  if (isOrdered) {
    const text = components.reduce(
      (before, { kind, value }) =>
        kind === "separator" || before === "" || before.endsWith(" ")
          ? before + value
          : before + defaultSeparator + value,
      "",
    );
    return text.trim();
  }
  // The usual order, as the card says none (RFC 9553 §2.2.1.1).
  const order = ["title", "given", "given2", "surname", "surname2", "generation", "credential"];
  return order.flatMap((kind) => nameComponent(card, kind) || []).join(" ");
}

/** The best that a card says of whom it is of. */
export function shownName(card: Partial<Card>): string {
  const others = [
    ...cardTexts(card.nicknames, "name"),
    ...cardTexts(card.organizations, "name"),
    ...cardTexts(card.emails, "address"),
    ...cardTexts(card.phones, "number"),
  ];
  return fullNameOf(card) || (others[0] ?? "");
}
