/** What was typed into a form, on a card that has changed elsewhere since it was opened. Pure. */
import type { CardFields, CardLine } from "./card-fields.ts";
import { freshKeys } from "./fresh-key.ts";

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Lines that only the form has touched are its own, all others as they are now. */
function linesOnto(begun: readonly CardLine[], typed: readonly CardLine[], now: readonly CardLine[]): CardLine[] {
  const [before, there] = [begun, now].map((lines) => new Map(lines.map((line) => [line.key, line])));
  const free = freshKeys(
    [...begun, ...typed, ...now].map(({ key }) => key),
    "n",
  );
  const own = typed.flatMap((line): CardLine[] => {
    const known = before!.get(line.key);
    if (!known) return [there!.has(line.key) ? { ...line, key: free() } : line];
    const current = there!.get(line.key);
    return isSame(line, known) ? (current ? [current] : []) : [line];
  });
  return [...own, ...now.filter(({ key }) => !before!.has(key))];
}

/** @param begun what the form began with @param now what the card says by now */
export function fieldsOnto(begun: CardFields, typed: CardFields, now: CardFields): CardFields {
  const changed = Object.entries(typed).filter(([name, value]) => !isSame(value, begun[name as keyof CardFields]));
  const lines = (name: "emails" | "phones" | "addresses") => linesOnto(begun[name], typed[name], now[name]);
  return {
    ...now,
    ...Object.fromEntries(changed),
    emails: lines("emails"),
    phones: lines("phones"),
    addresses: lines("addresses"),
  };
}
