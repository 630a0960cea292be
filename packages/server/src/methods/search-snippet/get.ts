import {
  type EmailAddress,
  type EmailFilterCondition,
  type Filter,
  type Id,
  MAIL,
  type SearchSnippet,
  type SearchSnippetGetArgs,
} from "@pismo/jmap";
import { invisible, wordPattern } from "@pismo/jmap/text";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import { type FileTitle, namesOfFilesWith } from "../../store/files/query-files.ts";
import { breathe } from "../../store/db/reader.ts";
import { StoreError } from "../../store/db/store.ts";
import { wordMatcher } from "../../store/search/query.ts";
import { checkArguments, filterOf, id, list, maybe, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { emailCondition } from "../email/filter.ts";
import { assertGetSize, idsOf, notFoundOf } from "../standard/get.ts";

const shape: Shape<SearchSnippetGetArgs> = {
  accountId: id,
  filter: maybe(filterOf(emailCondition)),
  emailIds: list(id),
};

const MAX_PREVIEW_OCTETS = 255;
/** Words before the first match, for context, and the characters that they take at most. */
const WORDS_BEFORE = 5;
const MAX_BEFORE = 60;
/** Signs before the first of them, as in "<b>" or "(see". */
const MAX_SIGNS = 8;

/** Of the text, for `words`: what a person reads before they search again. */
const MAX_TEXT_FOR_WORDS = 100_000;
const MAX_WORDS = 100;

const addressFields = ["from", "to", "cc", "bcc"] as const;
type AddressField = (typeof addressFields)[number];
type Searched = "subject" | "body" | AddressField;

/** The searched terms for a part of the Email; conditions under NOT are not highlighted. */
function textsFor(filter: Filter<EmailFilterCondition> | null | undefined, part: Searched): string[] {
  if (!filter) return [];
  if ("operator" in filter) {
    return filter.operator === "NOT" ? [] : filter.conditions.flatMap((condition) => textsFor(condition, part));
  }
  return [filter.text, filter[part]].filter((text) => text !== undefined);
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Words read between two turns of the event loop: a message of 10 MB has two million. */
const WORDS_PER_TURN = 5000;

type IsMatch = (word: string) => boolean;

/** Signs that belong to the word at `index`: behind a space, or at the beginning of the text. */
const signsBefore = (text: string, index: number): number =>
  /(?<=^|\s)[^\s\p{L}\p{M}\p{N}]+$/u.exec(text.slice(Math.max(0, index - MAX_SIGNS - 1), index))?.[0].length ?? 0;

/** The last of the places, six at most. */
class LastPlaces {
  readonly #places: number[] = [];

  add(place: number): void {
    this.#places.push(place);
    if (this.#places.length > WORDS_BEFORE + 1) this.#places.shift();
  }

  /** The first of them that is near enough to the match. */
  near(match: number): number | undefined {
    return this.#places.find((each) => match - each <= MAX_BEFORE);
  }
}

/**
 * Where the snippet starts: some words before the first match, behind a space ("Node.js", "don't" are not cut), or where
 * none is near, inside what has no spaces; undefined without a match.
 */
async function startOf(text: string, isMatch: IsMatch): Promise<number | undefined> {
  const afterSpaces = new LastPlaces();
  const anywhere = new LastPlaces();
  let count = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const isAfterSpace = index === 0 || /\s/.test(text[index - 1]!);
    const start = isAfterSpace ? index : index - signsBefore(text, index);
    if (isAfterSpace || start < index) afterSpaces.add(start);
    anywhere.add(start);
    if (isMatch(word)) return afterSpaces.near(index) ?? anywhere.near(index) ?? start;
    if (++count % WORDS_PER_TURN === 0) await breathe();
  }
  return undefined;
}

/** The snippet with its matches highlighted; null without a match. At most `limit` octets of text. */
async function highlight(text: string, isMatch: IsMatch, limit: number): Promise<string | null> {
  const start = await startOf(text, isMatch);
  if (start === undefined) return null;
  let at = limit === Infinity ? 0 : start;
  let snippet = "";
  let size = 0;
  // Far more than fits, so that a long text is not searched further.
  const end = limit === Infinity ? text.length : at + 4 * limit;
  for (const { 0: word, index } of text.slice(0, end).matchAll(wordPattern)) {
    if (index < at) continue;
    const shown = escapeHtml(word);
    const piece = escapeHtml(text.slice(at, index)) + (isMatch(word) ? `<mark>${shown}</mark>` : shown);
    size += Buffer.byteLength(piece);
    if (size > limit) return snippet;
    snippet += piece;
    at = index + word.length;
  }
  const rest = escapeHtml(text.slice(at, at + 4 * (limit === Infinity ? text.length : limit)));
  return size + Buffer.byteLength(rest) > limit ? snippet : snippet + rest;
}

/** Adds the words that match, in lower case. */
async function addMatches(found: Set<string>, text: string, isMatch: IsMatch | undefined): Promise<void> {
  if (!isMatch) return;
  let count = 0;
  for (const [word] of text.matchAll(wordPattern)) {
    if (found.size >= MAX_WORDS) return;
    if (isMatch(word)) found.add(word.replaceAll(invisible, "").toLowerCase());
    if (++count % WORDS_PER_TURN === 0) await breathe();
  }
}

const peopleIn = (addresses: readonly EmailAddress[] | null): string =>
  (addresses ?? []).map(({ name, email }) => `${name ?? ""} ${email}`).join(" ");

/** The words that match, in the order in which they are read. */
async function wordsOf(
  { headers }: EmailRecord,
  text: string,
  matchers: Record<Searched, IsMatch | undefined>,
): Promise<string[]> {
  const found = new Set<string>();
  for (const field of addressFields) await addMatches(found, peopleIn(headers[field]), matchers[field]);
  await addMatches(found, headers.subject ?? "", matchers.subject);
  await addMatches(found, text.slice(0, MAX_TEXT_FOR_WORDS), matchers.body);
  return [...found];
}

interface Found {
  preview: string | null;
  /** What the attached file is called that has the words, where the letter's own text does not. */
  file?: FileTitle;
}

/** Calendars and cards: their lines are for programs. */
const isForPrograms = (text: string): boolean => /^\s*BEGIN:V/i.test(text);

/** Of a text file or an attached message its name tells more than a piece of it, as of other files. */
async function foundIn({ searchText: { body }, textPieces }: ParsedMessage, isMatch: IsMatch): Promise<Found> {
  const pieces = textPieces.map(({ at, fileName, letterSubject }, index) => {
    const text = body.slice(at, textPieces[index + 1]?.at ?? body.length);
    const file = fileName != null ? { fileName } : letterSubject === undefined ? undefined : { letterSubject };
    return { file, text: isForPrograms(text) ? "" : inOneLine(text), words: text };
  });
  const told = pieces.filter(({ file }) => file === undefined).map(({ text }) => text);
  const preview = await highlight(told.join("").trim(), isMatch, MAX_PREVIEW_OCTETS);
  if (preview !== null) return { preview };
  for (const { words: text, file } of pieces) {
    if (file && (await startOf(text, isMatch)) !== undefined) return { preview, file };
  }
  return { preview };
}

const inOneLine = (text: string): string => text.replaceAll("\ufeff", "").replace(/\s+/g, " ");

async function snippetOf(
  record: EmailRecord,
  matchers: Record<Searched, IsMatch | undefined>,
  file: FileTitle | undefined,
  call: Call,
): Promise<SearchSnippet> {
  const { subject, body } = matchers;
  const { store, mime } = call.context;
  // A message that is still on its server is not fetched for this: its preview may contain the words.
  const isRead = body && !record.isPartial;
  // A message that cannot be read fails no other snippet. Its hash is not verified: a snippet is only a hint.
  const bytes = isRead ? (await readChecked(store.blobs, record.blobId, undefined, 0)).bytes : undefined;
  const parsed = bytes && (await mime.parse(bytes));
  const text = parsed ? inOneLine(parsed.searchText.body) : body ? record.preview : "";
  const found = await wordsOf(record, text, matchers);
  const { preview, file: fileInText }: Found = !body
    ? { preview: null }
    : parsed
      ? await foundIn(parsed, body)
      : { preview: await highlight(text, body, MAX_PREVIEW_OCTETS) };
  return {
    emailId: record.id,
    subject: subject ? await highlight(record.headers.subject ?? "", subject, Infinity) : null,
    preview,
    ...(found.length > 0 && { words: found }),
    ...(file && !isUnknown(file) ? file : (fileInText ?? file)),
  };
}

/** A letter that was stored before files were called by it. */
const isUnknown = (file: FileTitle): boolean => "letterSubject" in file && file.letterSubject === null;

/** SearchSnippet/get: RFC 8621 §5.1. */
export const get: Method<"SearchSnippet/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, filter, emailIds }, call) {
    assertGetSize(emailIds.length, call);
    const ids = idsOf(emailIds, call);
    const { store } = call.context;
    const [records, fileNames] = await store.read(async (reader) => {
      const names = new Map<Id, FileTitle>();
      for (const text of new Set(textsFor(filter, "body"))) {
        for (const [emailId, name] of await namesOfFilesWith(reader, accountId, ids, text)) names.set(emailId, name);
      }
      return [await getEmails(reader, accountId, ids), names];
    });
    const matcherFor = (part: Searched): IsMatch | undefined => {
      const texts = textsFor(filter, part);
      return texts.length > 0 ? wordMatcher(texts) : undefined;
    };
    const matchers = {
      subject: matcherFor("subject"),
      body: matcherFor("body"),
      from: matcherFor("from"),
      to: matcherFor("to"),
      cc: matcherFor("cc"),
      bcc: matcherFor("bcc"),
    };
    const snippets: SearchSnippet[] = [];
    for (const record of records) {
      if (call.context.signal.aborted) throw new StoreError("ended", "The caller is gone");
      snippets.push(await snippetOf(record, matchers, fileNames.get(record.id), call));
    }
    const notFound = notFoundOf(emailIds, records, call);
    return { accountId, list: snippets, notFound: notFound.length > 0 ? notFound : null };
  },
};
