import {
  type EmailFilterCondition,
  type Filter,
  MAIL,
  type SearchSnippet,
  type SearchSnippetGetArgs,
} from "@pismo/jmap";
import { type EmailRecord, getEmails } from "../../store/emails.ts";
import { wordMatcher } from "../../store/search/query.ts";
import { checkArguments, filterOf, id, list, maybe, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { emailCondition } from "../email/filter.ts";
import { assertGetSize, idsOf, notFoundOf } from "../standard/get.ts";

const shape: Shape<SearchSnippetGetArgs> = {
  accountId: id,
  filter: maybe(filterOf(emailCondition)),
  emailIds: list(id),
};

const MAX_PREVIEW_OCTETS = 255;
/** Words before the first match, so that one reads what it is about. */
const WORDS_BEFORE = 5;

type Searched = "subject" | "body";

/** What is searched for in a part of the letter; conditions under NOT are not there to be found. */
function textsFor(filter: Filter<EmailFilterCondition> | null | undefined, part: Searched): string[] {
  if (!filter) return [];
  if ("operator" in filter) {
    return filter.operator === "NOT" ? [] : filter.conditions.flatMap((condition) => textsFor(condition, part));
  }
  return [filter.text, filter[part]].filter((text) => text !== undefined);
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface Word {
  text: string;
  start: number;
  isMatch: boolean;
}

function wordsOf(text: string, queries: readonly string[]): Word[] {
  const matchers = queries.map(wordMatcher);
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    isMatch: matchers.some((matches) => matches(match[0])),
  }));
}

/** The text with its matches marked; null where there is none. At most `limit` octets of what is shown. */
function mark(text: string, queries: readonly string[], limit: number): string | null {
  const words = wordsOf(text, queries);
  const first = words.findIndex(({ isMatch }) => isMatch);
  if (first < 0) return null;
  let at = limit === Infinity ? 0 : (words[Math.max(0, first - WORDS_BEFORE)]?.start ?? 0);
  let marked = "";
  for (const word of words) {
    if (word.start < at) continue;
    const end = word.start + word.text.length;
    const shown = escapeHtml(word.text);
    const piece = escapeHtml(text.slice(at, word.start)) + (word.isMatch ? `<mark>${shown}</mark>` : shown);
    if (Buffer.byteLength(marked + piece) > limit) return marked;
    marked += piece;
    at = end;
  }
  const rest = escapeHtml(text.slice(at));
  return Buffer.byteLength(marked + rest) > limit ? marked : marked + rest;
}

async function snippetOf(
  record: EmailRecord,
  filter: SearchSnippetGetArgs["filter"],
  call: Call,
): Promise<SearchSnippet> {
  const { store, mime } = call.context;
  const subject = textsFor(filter, "subject");
  const body = textsFor(filter, "body");
  // A message that is still on its server is not fetched for this: its beginning may show the words.
  const bytes = body.length > 0 && !record.isPartial ? await store.blobs.get(record.blobId) : undefined;
  const whole = bytes && (await mime.parse(bytes)).searchText.body.replace(/\s+/g, " ");
  const text = body.length > 0 && record.isPartial ? record.preview : whole;
  return {
    emailId: record.id,
    subject: mark(record.headers.subject ?? "", subject, Infinity),
    preview: text === undefined ? null : mark(text, body, MAX_PREVIEW_OCTETS),
  };
}

/** SearchSnippet/get: RFC 8621 §5.1. */
export const get: Method<"SearchSnippet/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, filter, emailIds }, call) {
    assertGetSize(emailIds.length, call);
    const records = await call.context.store.read((reader) => getEmails(reader, accountId, idsOf(emailIds, call)));
    const snippets: SearchSnippet[] = [];
    for (const record of records) snippets.push(await snippetOf(record, filter, call));
    const notFound = notFoundOf(emailIds, records, call);
    return { accountId, list: snippets, notFound: notFound.length > 0 ? notFound : null };
  },
};
