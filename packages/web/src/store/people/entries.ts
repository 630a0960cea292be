/** What contacts can be chosen by: each address of a card, and each group. Pure. */
import { addressKey, cardTexts, type EmailAddress, fullNameOf, shownName } from "@pismo/jmap";
import { emailsOf, type SomeCard } from "../contacts/card-names.ts";
import { wordsOf } from "./words.ts";

/** One that is offered. */
export interface Suggestion extends EmailAddress {
  /** Of a group: those that are chosen with it. */
  members?: EmailAddress[];
}

export interface Entry extends EmailAddress {
  /** As addresses are compared; of a group its uid. */
  key: string;
  /** Its words, each with a space before it. */
  line: string;
  /** Of a group, whose people are looked up when it is offered. */
  group?: SomeCard;
}

export const lineOf = (...texts: readonly string[]): string =>
  [...new Set(wordsOf(texts.join(" ")))].map((word) => ` ${word}`).join("");

/** Cards stay the same objects until they change. */
const made = new WeakMap<SomeCard, readonly Entry[]>();

export function entriesOf(card: SomeCard): readonly Entry[] {
  const known = made.get(card);
  if (known) return known;
  const entries = card.kind === "group" ? [groupEntry(card)] : addressEntries(card);
  made.set(card, entries);
  return entries;
}

function groupEntry(group: SomeCard): Entry {
  const name = shownName(group);
  return { name, email: "", key: `group ${group.uid ?? group.id}`, line: lineOf(name), group };
}

function addressEntries(card: SomeCard): Entry[] {
  const name = fullNameOf(card) || null;
  const others = [...cardTexts(card.nicknames, "name"), ...cardTexts(card.organizations, "name")];
  return emailsOf(card).map(({ address: email }) => ({
    name,
    email,
    key: addressKey(email),
    line: lineOf(name ?? "", ...others, email),
  }));
}

/** The people of a group, each by the first address that takes letters. */
export function membersOf(
  group: SomeCard,
  { ofUid }: { ofUid(uid: string): SomeCard | undefined },
  takesLetters: (key: string) => boolean,
): EmailAddress[] {
  return Object.keys(group.members ?? {}).flatMap((uid): EmailAddress[] => {
    const member = ofUid(uid);
    const entry =
      member?.kind === "group" ? undefined : member && entriesOf(member).find(({ key }) => takesLetters(key));
    return entry ? [{ name: entry.name, email: entry.email }] : [];
  });
}
