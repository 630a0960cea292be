/** From the words of a search to JMAP's filter (RFC 8621 §4.4.1). Fetched with the first search. Pure. */
import {
  ALL_ACCOUNTS_ID,
  ANSWERED,
  categoryKeyword,
  type EmailFilterCondition,
  type Filter,
  FLAGGED,
  IMPORTANT,
  type LabelFace,
  SEEN,
} from "@pismo/jmap";
import {
  type Meaning,
  parseSearch,
  type Problem,
  type Search,
  type SearchContext,
  type Term,
  type TextField,
} from "../../search-language/search.ts";
import { fold } from "../../search-language/fold.ts";
import type { State } from "../../search-language/operators.ts";
import { pathWords } from "../labels/label-tree.ts";
import { folderFilter, folderOf } from "../mailboxes/folders.ts";
import { foldedName, foldersNamed, type SearchedMailbox } from "./named-folders.ts";

export type EmailFilter = Filter<EmailFilterCondition>;

export type { SearchedMailbox };

export type SearchedAccount = Record<"accountId" | "name" | "email", string>;

export interface SearchTerms {
  /** All must hold. */
  conditions: EmailFilter[];
  /** It says itself in which folders it looks. */
  namesFolder: boolean;
}

export interface OwnAddresses {
  /** undefined: the account that is searched. */
  accountId?: string;
  addresses: readonly string[];
}

export interface SearchSettings {
  mailboxes: readonly SearchedMailbox[];
  /** Of several accounts that are searched together: those of each, as the one account names them (member-folders.ts). */
  memberFolders: readonly SearchedMailbox[];
  /** Each with its path, where it stands under another: "Work / Tax". */
  labels: readonly (Pick<LabelFace, "keyword" | "name"> & { path?: string })[];
  /** The account that is searched, and all. */
  account: SearchedAccount;
  accounts: readonly SearchedAccount[];
  /** Under which addresses the person writes: in each of several accounts that are searched together, or in the one. */
  own: readonly OwnAddresses[];
  isMonthFirst: boolean;
  now: Date;
  /** The server searches the names of files: a condition of ours (FILE_NAMES). */
  hasFileNames: boolean;
  /** It knows of which list each letter is: a condition of ours (NEWSLETTERS). */
  hasLists: boolean;
}

const same = (a: string, b: string): boolean => a.localeCompare(b, undefined, { sensitivity: "accent" }) === 0;
const alike = (a: string, b: string): boolean => foldedName(a) === foldedName(b);

function contextOf(settings: SearchSettings): SearchContext {
  const { mailboxes, memberFolders, labels, account, accounts, isMonthFirst, now } = settings;
  const isTogether = account.accountId === ALL_ACCOUNTS_ID;
  return {
    now,
    isMonthFirst,
    foldersNamed(name) {
      if (folderOf(mailboxes, name) || folderOf(memberFolders, name)) return [name];
      // Of all accounts together those of roles have names of their own: "in:sent".
      return foldersNamed(isTogether ? memberFolders : mailboxes, name);
    },
    labelNamed(name) {
      const found = labelBy(same, labels, name) ?? labelBy(alike, labels, name);
      return found && { keyword: found.keyword, name: found.name };
    },
    accountNamed(name) {
      const found = accountsNamed(accounts, account, name);
      const [only] = found;
      if (!only) return undefined;
      if (found.length > 1) return "several";
      if (only.accountId === account.accountId) return "this";
      return isTogether ? { accountId: only.accountId } : "other";
    },
  };
}

type IsSame = (a: string, b: string) => boolean;

function labelBy(
  isSame: IsSame,
  labels: SearchSettings["labels"],
  name: string,
): SearchSettings["labels"][number] | undefined {
  return (
    labels.find((label) => isSame(label.name, name)) ??
    labels.find((label) => isSame(label.keyword, name)) ??
    labels.find(
      (label) =>
        isSame(label.name.replaceAll(/\s+/gu, "-"), name) || isSame(pathWords(label.path ?? ""), pathWords(name)),
    )
  );
}

/** Those that fit best: by the whole name or address, of which that of the open one goes first; by a word of it; by a part. */
function accountsNamed(
  accounts: readonly SearchedAccount[],
  open: SearchedAccount,
  text: string,
): readonly SearchedAccount[] {
  const named = (isSame: IsSame): readonly SearchedAccount[] => {
    const isNamed = ({ name, email }: SearchedAccount): boolean => isSame(name, text) || isSame(email, text);
    return isNamed(open) ? [open] : accounts.filter(isNamed);
  };
  const wanted = fold(text);
  const fit = (isFit: (written: string) => boolean): SearchedAccount[] =>
    accounts.filter(({ accountId, name, email }) => accountId !== ALL_ACCOUNTS_ID && isFit(fold(`${name} ${email}`)));
  const tries = [
    () => named(same),
    () => named(alike),
    () => fit((written) => written.split(/[^\p{L}\p{M}\p{N}]+/u).includes(wanted)),
    () => fit((written) => written.includes(wanted)),
  ];
  return tries.reduce<readonly SearchedAccount[]>((found, next) => (found.length > 0 ? found : next()), []);
}

export function understand(text: string, settings: SearchSettings): Search {
  return parseSearch(text, contextOf(settings));
}

/** Whether the search itself says where it looks: then the list of all folders leaves out none. */
export const namesFolder = ({ groups }: Search): boolean =>
  groups
    .flat()
    .some(
      ({ isNegated, meaning }) =>
        !isNegated && (meaning.kind === "folder" || (meaning.kind === "everywhere" && meaning.withSpam)),
    );

/** The conditions, all of which must hold. */
export function conditionsOf({ groups, problems }: Search, settings: SearchSettings): EmailFilter[] {
  if (problems.some(({ kind }) => kind === "onlySymbols")) return [not(everything)];
  const conditions: EmailFilter[] = [];
  const words: Term[] = [];
  for (const group of groups) {
    const [first] = group;
    if (group.length === 1 && first && !first.isNegated && isText(first.meaning)) words.push(first);
    else conditions.push(any(group.map((term) => filterOfTerm(term, settings))));
  }
  // One condition for all words: servers then look for them together.
  if (words.length > 0) conditions.unshift({ text: textOf(words) });
  return conditions.filter((condition) => !isEverything(condition));
}

const isText = ({ kind }: Meaning): boolean => kind === "words" || kind === "phrase";

/** True for every Email. */
const everything: EmailFilter = { operator: "AND", conditions: [] };
const isEverything = (filter: EmailFilter): boolean => filter === everything;

const any = (filters: readonly EmailFilter[]): EmailFilter =>
  filters.length === 1
    ? filters[0]!
    : filters.some(isEverything)
      ? everything
      : { operator: "OR", conditions: [...filters] };

const not = (filter: EmailFilter): EmailFilter => ({ operator: "NOT", conditions: [filter] });

/** Quotes and backslashes would begin a phrase (RFC 8621 §4.4.1). */
const plain = (text: string): string => text.replaceAll(/["\\]|(?<!\S)'+/gu, " ").trim();
const phrase = (text: string): string => `"${text.replaceAll(/["\\]/g, " ").trim()}"`;

/** Words for a text condition. A space at the end tells our server that the last word is whole. */
function textOf(terms: readonly Term[]): string {
  const text = terms
    .map(({ value, meaning }) => (meaning.kind === "phrase" ? phrase(value) : plain(textIn(meaning))))
    .join(" ");
  return terms.at(-1)!.isPrefix || text.endsWith('"') ? text : `${text} `;
}

const textIn = (meaning: Meaning): string => ("text" in meaning ? meaning.text : "");

const words = (text: string, isPhrase: boolean, isPrefix: boolean): string =>
  isPhrase ? phrase(text) : plain(text) + (isPrefix ? "" : " ");

/** As JMAP writes dates (RFC 8620 §1.4). */
const utc = (date: Date): string => `${date.toISOString().slice(0, -5)}Z`;

const states: Readonly<Record<State, EmailFilterCondition>> = {
  unread: { notKeyword: SEEN },
  read: { hasKeyword: SEEN },
  flagged: { hasKeyword: FLAGGED },
  important: { hasKeyword: IMPORTANT },
  answered: { hasKeyword: ANSWERED },
};

function filterOfTerm(term: Term, settings: SearchSettings): EmailFilter {
  const filter = positive(term, settings);
  return term.isNegated ? not(filter) : filter;
}

function positive(term: Term, settings: SearchSettings): EmailFilter {
  const { meaning, isPrefix } = term;
  switch (meaning.kind) {
    case "words":
    case "phrase":
      return { text: textOf([term]) };
    case "field":
      return { [meaning.field]: words(meaning.text, meaning.isPhrase, isPrefix) };
    case "own":
      return any(settings.own.map((own) => ownFilter(meaning.field, own)));
    case "folder":
      return any(meaning.folders.map((name) => inFolder(name, settings)));
    case "everywhere":
      return meaning.withSpam ? everything : folderFilter(settings.mailboxes, { kind: "all" });
    case "label":
      return any(keywordsOf(meaning, settings).map((hasKeyword) => ({ hasKeyword })));
    case "category":
      return { hasKeyword: categoryKeyword(meaning.category) };
    case "hasFile":
      return { hasAttachment: true };
    case "fileName":
      return fileNames([words(meaning.text, meaning.isPhrase, isPrefix)], settings);
    case "fileType":
      // A whole word: the ending, not the beginning of a word in the name.
      return fileNames(
        meaning.endings.map((ending) => `${ending} `),
        settings,
      );
    case "state":
      return states[meaning.state];
    case "date":
      return dates(meaning);
    case "size":
      return meaning.relation === "larger" ? { minSize: meaning.octets } : { maxSize: meaning.octets };
    case "account":
      return meaning.accountId === undefined ? everything : { inAccount: meaning.accountId };
    case "list":
      return settings.hasLists ? { listId: meaning.text } : { header: ["List-Id", meaning.text] };
    default:
      return everything;
  }
}

function inFolder(name: string, { mailboxes, memberFolders }: SearchSettings): EmailFilter {
  const folder = folderOf(mailboxes, name) ?? folderOf(memberFolders, name);
  return folder ? folderFilter(mailboxes, folder) : not(everything);
}

/** An address of another account is no own one: a letter from one account in another is one that was received. */
function ownFilter(field: TextField, { accountId, addresses }: OwnAddresses): EmailFilter {
  const some = any(addresses.map((address) => ({ [field]: phrase(address) })));
  return accountId === undefined ? some : { operator: "AND", conditions: [{ inAccount: accountId }, some] };
}

/** Accounts that are searched together may know a label by keywords of their own. */
function keywordsOf(
  { keyword, name }: Extract<Meaning, { kind: "label" }>,
  { account, labels }: SearchSettings,
): string[] {
  if (account.accountId !== ALL_ACCOUNTS_ID) return [keyword];
  return [...new Set([keyword, ...labels.flatMap((label) => (same(label.name, name) ? label.keyword : []))])];
}

/** JMAP has no condition for names of files. Where the server has not ours either, Emails with files have the words anywhere. */
function fileNames(names: readonly string[], { hasFileNames }: SearchSettings): EmailFilter {
  if (hasFileNames) return any(names.map((attachmentName) => ({ attachmentName })));
  return { operator: "AND", conditions: [{ hasAttachment: true }, any(names.map((text) => ({ text })))] };
}

function dates({ relation, period: { from, to } }: Extract<Meaning, { kind: "date" }>): EmailFilter {
  if (relation === "before") return { before: utc(from) };
  // As in Gmail, "after" begins with the date itself.
  return relation === "after" ? { after: utc(from) } : { after: utc(from), before: utc(to) };
}

export type { Problem, Search };
