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

export interface Conflict {
  field: (typeof singles)[number] | "birthday" | "email" | "phone" | "address";
  /** What another tab or device has put there; empty: it was removed. */
  theirs: string;
}

const lineLists = { emails: "email", phones: "phone", addresses: "address" } as const;
const singles = ["given", "surname", "organization", "title", "note", "categories"] as const;

/** Whether both have changed it, and differently. */
const isContested = (before: unknown, typed: unknown, now: unknown): boolean =>
  !isSame(typed, before) && !isSame(now, before) && !isSame(typed, now);

/** What was typed in the form and changed elsewhere since: saving would take the place of it. */
export function conflictsOf(begun: CardFields, typed: CardFields, now: CardFields): Conflict[] {
  const { day, month, year } = now.birthday;
  return [
    ...singles.flatMap((field): Conflict[] =>
      isContested(begun[field], typed[field], now[field]) ? [{ field, theirs: now[field] }] : [],
    ),
    ...Object.entries(lineLists).flatMap(([name, field]): Conflict[] => {
      const [before, own, there] = [begun, typed, now].map((fields) => fields[name as keyof typeof lineLists]);
      return before!.flatMap(({ key, value }) => {
        const [mine = "", theirs = ""] = [own, there].map((lines) => lines!.find((line) => line.key === key)?.value);
        return isContested(value, mine, theirs) ? [{ field, theirs }] : [];
      });
    }),
    ...(isContested(begun.birthday, typed.birthday, now.birthday)
      ? [{ field: "birthday" as const, theirs: [day, month, year].filter((part) => part !== "").join(".") }]
      : []),
  ];
}
