/** People who are offered while one types: those written to and heard from, the contacts, and their groups. */
import { knownPeople, loadPeople, type People } from "../contacts/all-people.ts";
import { shownAccounts, writingAccount } from "../session/all-accounts.ts";
import { getAccount } from "../session/session.ts";
import { contactIndexes, makeContactIndexes } from "./contact-index.ts";
import { type Correspondents, loadCorrespondents, prepareCorrespondents } from "./correspondents.ts";
import { entriesOf, type Entry, lineOf, membersOf, type Suggestion } from "./entries.ts";
import { findPeople } from "./find-people.ts";
import { loadNeverOffered } from "./never-offered.ts";
import { loadUndelivered } from "./undelivered.ts";
import { WordIndex } from "./word-index.ts";

const MOST_FOUND = 20;

/** Asks for what suggestions come from, before anything is typed. */
export function preparePeople(): void {
  prepareCorrespondents();
  // Its failure is that of the text which needs them.
  loadContacts().catch(() => undefined);
  void loadNotOffered();
}

const together = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((set) => [...set]));

/** Of all accounts that are shown. */
async function loadNotOffered(): Promise<{ undelivered: ReadonlySet<string>; removed: ReadonlySet<string> }> {
  const ids = [...new Set([getAccount().accountId, writingAccount().accountId, ...shownAccounts()])];
  const [undelivered, removed] = await Promise.all(
    [loadUndelivered, loadNeverOffered].map((load) => Promise.all(ids.map(load))),
  );
  return { undelivered: together(undelivered!), removed: together(removed!) };
}

async function loadContacts(): Promise<void> {
  await makeContactIndexes((await loadPeople()).slices());
}

interface Indexes {
  correspondents: Correspondents;
  people: People;
  written: WordIndex<Entry>;
  heard: WordIndex<Entry>;
}

let made: Indexes | undefined;

/** Those written to most and last come first; a contact's name counts before the one that letters have. */
function indexesOf(correspondents: Correspondents, people: People): Indexes {
  if (made?.correspondents === correspondents && made.people === people) return made;
  const ranked = [...correspondents].toSorted(([, one], [, other]) => other.weight - one.weight);
  const entries = ranked.map(([key, { name, email, isWritten }]): { entry: Entry; isWritten: boolean } => {
    const card = people.ofAddress(key);
    const ofCard = card && entriesOf(card).find((each) => each.key === key);
    return { entry: ofCard ?? { name, email, key, line: lineOf(name ?? "", email) }, isWritten };
  });
  const indexWhere = (isWritten: boolean): WordIndex<Entry> =>
    new WordIndex(entries.filter((each) => each.isWritten === isWritten).map(({ entry }) => entry));
  made = { correspondents, people, written: indexWhere(true), heard: indexWhere(false) };
  return made;
}

/** With what is there of the contacts. */
async function find(text: string): Promise<Suggestion[]> {
  const [correspondents, { undelivered, removed }] = await Promise.all([loadCorrespondents(), loadNotOffered()]);
  const people = knownPeople();
  const { written, heard } = indexesOf(correspondents, people);
  const takesLetters = (key: string): boolean => !undelivered.has(key);
  const members = (group: Entry["group"]) => (group ? membersOf(group, people, takesLetters) : []);
  // Who was put into a group is meant with it.
  const isOffered = ({ key, group }: Entry): boolean =>
    group ? members(group).length > 0 : takesLetters(key) && !removed.has(key);
  const indexes = [written, heard, ...contactIndexes(people.slices())];
  return findPeople(indexes, text, MOST_FOUND, isOffered).map(({ name, email, group }) => {
    if (!group) return { name, email };
    const all = members(group);
    return { name, email: all.map((each) => each.email).join(", "), members: all };
  });
}

/**
 * People and groups whose name or address has a word that begins with each of the text's; best first. Fifty thousand
 * contacts take a while to come, once: what is known is given at once, and all of it when they are there.
 */
export async function* suggestPeople(text: string): AsyncGenerator<Suggestion[]> {
  const loading = loadContacts().catch(() => undefined);
  const later = Symbol("later");
  // One turn: where they are there, a second list would be the same.
  const soon = await Promise.race([loading, new Promise<typeof later>((resolve) => setTimeout(resolve, 0, later))]);
  if (soon === later) yield await find(text);
  await loading;
  yield await find(text);
}

/** Of the letters alone, whatever became of them: what a search is for. Empty where the server is away. */
export async function suggestCorrespondents(text: string): Promise<Suggestion[]> {
  prepareCorrespondents();
  const { written, heard } = indexesOf(await loadCorrespondents(), knownPeople());
  return findPeople([written, heard], text, MOST_FOUND, () => true);
}
