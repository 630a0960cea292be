/** Whom a text may mean: people written to, contacts and groups, found by the words of their names and addresses. Pure. */
import { addressKey, type EmailAddress } from "@pismo/jmap";
import { otherAlphabet, otherLayout } from "../../search-language/other-spellings.ts";
import { emailsOf, fullNameOf, shownName, type SomeCard } from "./card-names.ts";

/** One that is offered. */
export interface Suggestion extends EmailAddress {
  /** Of a group: those that are chosen with it. */
  members?: EmailAddress[];
}

export interface Candidate {
  suggestion: Suggestion;
  /** The higher, the sooner it is offered. */
  weight: number;
  words: readonly string[];
}

/** Case and ё do not matter. */
export const foldName = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

export const wordsOf = (text: string): string[] =>
  foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

export interface PeopleIndex {
  /** Words in order, each with its candidate: those that begin with a text stand together. */
  words: readonly string[];
  candidates: readonly Candidate[];
  /** Best first. */
  ranked: readonly Candidate[];
}

const rank = (one: Candidate, other: Candidate): number =>
  other.weight - one.weight ||
  (one.suggestion.email < other.suggestion.email ? -1 : Number(one.suggestion.email > other.suggestion.email));

export function indexOf(candidates: readonly Candidate[]): PeopleIndex {
  const entries = candidates.flatMap((candidate) => candidate.words.map((word) => ({ word, candidate })));
  entries.sort((one, other) => (one.word < other.word ? -1 : Number(one.word > other.word)));
  return {
    words: entries.map(({ word }) => word),
    candidates: entries.map(({ candidate }) => candidate),
    ranked: candidates.toSorted(rank),
  };
}

/** The first word that does not stand before the text. */
function firstFrom(words: readonly string[], text: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** With more words than these that fit, the best are sooner found from the top. */
const FEW = 1000;

/** The best that have a word for each of the wanted ones, but for those that are known. */
function bestOf({ words, candidates, ranked }: PeopleIndex, text: string, count: number, known: Set<Candidate>) {
  // The longest has the fewest.
  const wanted = wordsOf(text).toSorted((one, other) => other.length - one.length);
  const [longest] = wanted;
  if (longest === undefined || count <= 0) return [];
  const fits = (candidate: Candidate): boolean =>
    !known.has(candidate) && wanted.every((part) => candidate.words.some((word) => word.startsWith(part)));
  const start = firstFrom(words, longest);
  const end = firstFrom(words, `${longest}\uFFFF`);
  if (end - start <= FEW) return [...new Set(candidates.slice(start, end))].filter(fits).sort(rank).slice(0, count);
  const best: Candidate[] = [];
  for (let at = 0; at < ranked.length && best.length < count; at++) if (fits(ranked[at]!)) best.push(ranked[at]!);
  return best;
}

/** Best first; behind them those that are meant on the other keyboard or in the other alphabet. */
export function findPeople(index: PeopleIndex, text: string, count: number): Suggestion[] {
  const found = new Set<Candidate>();
  for (const spelling of [text, otherLayout(text), otherAlphabet(text)])
    if (spelling !== undefined) for (const each of bestOf(index, spelling, count - found.size, found)) found.add(each);
  return [...found].map(({ suggestion }) => suggestion);
}

/** Those of contacts stand behind all that were written to, and groups before single ones. */
const GROUP_WEIGHT = 0.0001;

/** The addresses of a contact, each of which may be meant. */
function ofCard(card: SomeCard, weights: ReadonlyMap<string, number>): Candidate[] {
  const name = fullNameOf(card) || null;
  const others = Object.values(card.nicknames ?? {}).map((each) => each.name);
  const firms = Object.values(card.organizations ?? {}).map((each) => each.name ?? "");
  const words = wordsOf([name ?? "", ...others, ...firms].join(" "));
  return emailsOf(card).map(({ address }) => ({
    suggestion: { name, email: address },
    weight: weights.get(addressKey(address)) ?? 0,
    words: [...words, ...wordsOf(address)],
  }));
}

/**
 * Candidates of the contacts.
 * @param weights of people written to and heard from, by addressKey
 * @param isLost whether an address takes no letters
 */
export function candidatesOf(
  cards: Iterable<SomeCard>,
  byUid: ReadonlyMap<string, SomeCard>,
  weights: ReadonlyMap<string, number>,
  isLost: (address: string) => boolean,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const card of cards) {
    if (card.kind !== "group") {
      for (const each of ofCard(card, weights)) if (!isLost(each.suggestion.email)) candidates.push(each);
      continue;
    }
    const members = Object.keys(card.members ?? {}).flatMap((uid): EmailAddress[] => {
      const member = byUid.get(uid);
      const address = member && emailsOf(member).find((each) => !isLost(each.address))?.address;
      return address ? [{ name: fullNameOf(member) || null, email: address }] : [];
    });
    if (members.length === 0) continue;
    const name = shownName(card);
    const suggestion = { name, email: members.map(({ email }) => email).join(", "), members };
    candidates.push({ suggestion, weight: GROUP_WEIGHT, words: wordsOf(name) });
  }
  return candidates;
}
