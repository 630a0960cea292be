/** What a person asks for in the search box: terms that are joined by AND, each a choice of some by OR. Pure. */
import type { Category } from "@pismo/jmap";
import { leadingPeriodLength, type Period, periodOf } from "./periods.ts";
import {
  categoryNamed,
  fileEndings,
  meansAttachment,
  meansMe,
  octetsOf,
  type OperatorId,
  operatorNamed,
  type Place,
  placeNamed,
  type State,
  stateNamed,
} from "./operators.ts";
import { type Token, tokensOf } from "./tokens.ts";

export type TextField = "from" | "to" | "cc" | "bcc" | "subject" | "body";

export type Meaning =
  | { kind: "words"; text: string }
  | { kind: "phrase"; text: string }
  | { kind: "field"; field: TextField; text: string; isPhrase: boolean }
  /** The addresses of who searches: "from:me". */
  | { kind: "own"; field: TextField }
  /** A folder by its name in addresses, or all that people know by one name; or every folder, with spam and trash or without. */
  | { kind: "folder"; folders: readonly string[] }
  | { kind: "everywhere"; withSpam: boolean }
  /** A keyword, and the name by which people know it. */
  | { kind: "label"; keyword: string; name: string }
  | { kind: "category"; category: Category }
  | { kind: "hasFile" }
  | { kind: "fileName"; text: string; isPhrase: boolean }
  | { kind: "fileType"; endings: readonly string[] }
  | { kind: "state"; state: State }
  | { kind: "date"; relation: "before" | "after" | "on"; period: Period }
  | { kind: "size"; relation: "larger" | "smaller"; octets: number }
  | { kind: "list"; text: string }
  /** The account that is searched: true for every Email. Of several that are searched together: one of them. */
  | { kind: "account"; accountId?: string };

export interface Term {
  /** Code units in the text, `to` not included. */
  from: number;
  to: number;
  isNegated: boolean;
  /** Undefined for words and phrases. */
  operator: OperatorId | undefined;
  value: string;
  meaning: Meaning;
  /** The last word is still being typed: its beginning counts. */
  isPrefix: boolean;
}

/** Why something that looks like an operator is searched as words. */
export type ProblemKind =
  | "operator"
  | "folder"
  /** More have the name than a search can ask for. */
  | "folders"
  | "label"
  | "category"
  | "has"
  | "type"
  | "state"
  | "date"
  | "size"
  | "account"
  | "otherAccount"
  | "severalAccounts"
  /** Letters, digits: nothing else is in an index. */
  | "symbols"
  /** Nothing else is asked for: nothing is found. */
  | "onlySymbols"
  | "parentheses";

export interface Problem {
  kind: ProblemKind;
  /** As it was typed. */
  operator: string;
  value: string;
}

export interface Search {
  /** All must hold; of each one term. */
  groups: Term[][];
  problems: Problem[];
}

/** What the words of a search refer to. */
export interface SearchContext {
  now: Date;
  /** Of "5/6/2024" the month is the first number. */
  isMonthFirst: boolean;
  /** The folders of a name or of an address, as addresses name them. */
  foldersNamed(name: string): readonly string[];
  /** The label of a name. */
  labelNamed(name: string): { keyword: string; name: string } | undefined;
  /** Whether a name fits the account which is searched, one of those that are, another one, or several alike. */
  accountNamed(name: string): "this" | "other" | "several" | { accountId: string } | undefined;
}

const dateOperators: ReadonlySet<OperatorId | undefined> = new Set(["before", "after", "on"]);

export function parseSearch(text: string, context: SearchContext): Search {
  const { now, isMonthFirst } = context;
  const tokens = tokensOf(text, (name, rest) =>
    dateOperators.has(operatorNamed(name)) ? leadingPeriodLength(rest, now, isMonthFirst) : 0,
  );
  const problems: Problem[] = [];
  const groups: Term[][] = [];
  let isChoice = false;
  if (areParenthesesUnclear(tokens)) problems.push({ kind: "parentheses", operator: "", value: "()" });
  for (const token of tokens) {
    if (token.kind === "parenthesis") continue;
    if (token.kind === "or") {
      // One that stands at the beginning joins nothing.
      isChoice = groups.length > 0;
      continue;
    }
    const found = termOf(token, text, context, problems);
    if (!found) continue;
    if (isChoice) groups.at(-1)!.push(found);
    else groups.push([found]);
    isChoice = false;
  }
  if (groups.length === 0 && tokens.some(isOfSigns))
    return { groups, problems: [{ kind: "onlySymbols", operator: "", value: text.trim() }] };
  return { groups, problems };
}

/** Without a letter or a digit, and not what something else begins with: "-", a quote, "from:". */
const isOfSigns = ({ kind, value }: Token): boolean =>
  kind !== "or" && kind !== "parenthesis" && !/[\p{L}\p{N}]/u.test(value) && !/^[-'’]*$/u.test(value.trim());

/**
 * OR binds closer than AND, so that parentheses around a choice, or around all that holds anyway, change nothing. Around
 * several words of a choice, and behind a minus, they would.
 */
function areParenthesesUnclear(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, value }, at) => {
    if (kind !== "parenthesis" || value === ")") return false;
    const end = tokens.findIndex((each, index) => index > at && each.kind === "parenthesis" && each.value === ")");
    const within = tokens.slice(at + 1, end === -1 ? undefined : end).filter((each) => each.kind !== "parenthesis");
    const ors = within.filter((each) => each.kind === "or").length;
    const isOneChoice = within.length - ors <= ors + 1;
    const isChosen = tokens[at - 1]?.kind === "or" || (end !== -1 && tokens[end + 1]?.kind === "or");
    return value === "-(" || (isChosen && !isOneChoice);
  });
}

/** A label or a folder may be called "★". */
function isNameOfSigns(operator: OperatorId | undefined, token: Token, context: SearchContext): boolean {
  if (token.value === "" || (operator !== "label" && operator !== "in")) return false;
  return typeof meaningOf(operator, token, context) !== "string";
}

/** Undefined for what means nothing yet: "from:", "-". */
function termOf(token: Token, text: string, context: SearchContext, problems: Problem[]): Term | undefined {
  const { from, to, isNegated, value, isQuoted } = token;
  const operator = token.kind === "operator" ? operatorNamed(token.name) : undefined;
  if (!/[\p{L}\p{N}]/u.test(value) && !isNameOfSigns(operator, token, context)) {
    if (/\p{S}|\p{Extended_Pictographic}/u.test(value)) problems.push({ kind: "symbols", operator: "", value });
    return undefined;
  }
  const isPrefix = !isQuoted && !isNegated && to === text.length;
  const term = { from, to, isNegated, value, isPrefix };
  if (token.kind === "phrase") return { ...term, operator: undefined, meaning: { kind: "phrase", text: value } };
  const asWords = (words: string): Term => ({
    ...term,
    operator: undefined,
    meaning: isQuoted ? { kind: "phrase", text: value } : { kind: "words", text: words },
  });
  if (token.kind === "word") return asWords(value);
  const meaning = operator ? meaningOf(operator, token, context) : "operator";
  if (typeof meaning !== "string") return { ...term, operator, meaning };
  problems.push({
    kind: meaning,
    operator: text.slice(isNegated ? from + 1 : from, from + token.name.length + Number(isNegated)),
    value,
  });
  // A name that is no operator is searched too: "PS:hello". A date of several words is one value.
  return asWords(operator ? value : `${token.name} ${value}`);
}

function meaningOf(operator: OperatorId, { value, isQuoted }: Token, context: SearchContext): Meaning | ProblemKind {
  switch (operator) {
    case "from":
    case "to":
    case "cc":
    case "bcc":
      if (!isQuoted && meansMe(value)) return { kind: "own", field: operator };
      return { kind: "field", field: operator, text: value, isPhrase: isQuoted };
    case "subject":
    case "body":
      return { kind: "field", field: operator, text: value, isPhrase: isQuoted };
    case "in":
      return placeOf(operator, value, context);
    case "label": {
      const label = context.labelNamed(value);
      return label ? { kind: "label", ...label } : placeOf(operator, value, context);
    }
    case "category": {
      const category = categoryNamed(value);
      return category ? { kind: "category", category } : "category";
    }
    case "has":
      return meansAttachment(value) ? { kind: "hasFile" } : "has";
    case "filename":
      return { kind: "fileName", text: value, isPhrase: isQuoted };
    case "type": {
      const endings = fileEndings(value);
      return endings ? { kind: "fileType", endings } : "type";
    }
    case "is": {
      const state = stateNamed(value);
      return state ? { kind: "state", state } : "state";
    }
    case "before":
    case "after":
    case "on": {
      const period = periodOf(value, context.now, context.isMonthFirst);
      return period ? { kind: "date", relation: operator, period } : "date";
    }
    case "larger":
    case "smaller": {
      const octets = octetsOf(value);
      return octets === undefined ? "size" : { kind: "size", relation: operator, octets };
    }
    case "list":
      return { kind: "list", text: value };
    default: {
      const account = context.accountNamed(value);
      if (typeof account === "object") return { kind: "account", ...account };
      return account === "this" ? { kind: "account" } : accountProblems[account ?? "none"];
    }
  }
}

/** Each is a condition, of which servers take a limited number (ours: methods/limits.ts). */
const MAX_FOLDERS = 50;

const accountProblems = { none: "account", other: "otherAccount", several: "severalAccounts" } as const;

function placeOf(operator: "in" | "label", value: string, context: SearchContext): Meaning | ProblemKind {
  const place: Place | undefined = operator === "in" ? placeNamed(value) : undefined;
  if (place === "all" || place === "anywhere") return { kind: "everywhere", withSpam: place === "anywhere" };
  const folders = context.foldersNamed(place ?? value);
  if (folders.length > MAX_FOLDERS) return "folders";
  if (folders.length > 0) return { kind: "folder", folders };
  return operator === "in" ? "folder" : "label";
}

/** The text without a term, and without an OR that it leaves alone. */
export function withoutTerm(text: string, { from, to }: Pick<Term, "from" | "to">): string {
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to).trimStart();
  const or = /(?:^|\s)(?:OR|ИЛИ|\|)$/u;
  const following = /^(?:OR|ИЛИ|\|)(?=\s|$)/u;
  // Of "a OR b" one OR is left over: the one before, where there is none behind.
  const kept = following.test(after) ? before : before.replace(or, "");
  return `${kept} ${after.replace(following, "").trimStart()}`.trim();
}
