/** A card of what a letter says of a person. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import type { NewCard } from "./edit-cards.ts";

/** "Anna Petrova", "Petrova, Anna" and "Анна" in parts. */
export function nameParts(name: string): { kind: string; value: string }[] {
  const [surname = "", given] = name.split(",").map((part) => part.trim());
  const inverted =
    given !== undefined && given !== "" && surname !== "" && !name.slice(name.indexOf(",") + 1).includes(",");
  const words = name.trim().split(/\s+/);
  const parts = inverted
    ? [given, surname]
    : [words.slice(0, Math.max(1, words.length - 1)).join(" "), words.slice(1).at(-1) ?? ""];
  return parts.flatMap((value, index) => (value ? [{ kind: index === 0 ? "given" : "surname", value }] : []));
}

export function cardOfPerson({ name, email }: EmailAddress): NewCard {
  const shown = name?.trim() ?? "";
  // Many programs write the address once more in place of a name.
  const isName = shown !== "" && !shown.includes("@");
  return { ...(isName && { name: { components: nameParts(shown) } }), emails: { e1: { address: email } } };
}
