/**
 * The condition "header" of Email/query. Header fields other than Message-ID (message-ids.ts) are not indexed: the blobs
 * of the Emails that the rest of the filter leaves are read, in slices, so that a large mailbox blocks no other query.
 */
import type { EmailHeaders, Id } from "@pismo/jmap";
import { headerForm, headersOf } from "../../mime/headers/headers.ts";
import { conditionsOf, type FilterTree } from "./email-filter.ts";
import { type HeaderMatches, planQuery } from "./email-query-plan.ts";
import { isMessageId } from "../mail/message-ids.ts";
import { breathe, type Reader } from "../db/reader.ts";
import { fold } from "../search/fold.ts";
import { raw, sq } from "../db/sql-fragment.ts";

/** Files read in parallel. */
const SLICE = 64;

interface Candidate {
  id: number;
  blob_id: string;
  start: number;
  end: number;
  /** JSON; only where the message is still on its server. */
  headers: string | null;
}

const bracketed = (ids: string[] | null): string | undefined => ids?.map((id) => `<${id}>`).join(" ");

/** The known header fields of a partial Email: enough to find it by its Message-ID or by its replies. */
function knownHeader(json: string): Uint8Array {
  const { messageId, inReplyTo, references, subject } = JSON.parse(json) as EmailHeaders;
  const fields = [
    ["Message-ID", bracketed(messageId)],
    ["In-Reply-To", bracketed(inReplyTo)],
    ["References", bracketed(references)],
    ["Subject", subject?.replaceAll(/\s+/g, " ")],
  ];
  return Buffer.from(fields.flatMap(([name, value]) => (value ? `${name}: ${value}\r\n` : [])).join(""));
}

/** Finds the Emails that match each header condition, among those that the rest of the filter leaves. */
export async function findHeaderMatches(reader: Reader, accountId: Id, tree: FilterTree): Promise<HeaderMatches> {
  const conditions = new Map<string, readonly string[]>();
  for (const [property, value] of conditionsOf(tree)) {
    if (property === "header" && !isMessageId(value)) conditions.set(JSON.stringify(value), value);
  }
  const matches = new Map([...conditions.keys()].map((key): [string, number[]] => [key, []]));
  if (conditions.size > 0) {
    const candidates = await candidatesOf(reader, accountId, tree);
    for (let at = 0; at < candidates.length; at += SLICE) {
      const slice = candidates.slice(at, at + SLICE);
      const blocks = await Promise.all(
        slice.map(async ({ blob_id, start, end, headers }) =>
          headers === null ? reader.blobs.getRange(blob_id, start, end) : knownHeader(headers),
        ),
      );
      for (const [index, block] of blocks.entries()) {
        if (!block) continue;
        for (const [key, condition] of conditions) {
          if (fits(block, condition)) matches.get(key)!.push(slice[index]!.id);
        }
      }
      await breathe();
    }
  }
  const lists = new Map([...matches].map(([key, keys]) => [key, JSON.stringify(keys)]));
  return (condition, _isNegated, scopeId) =>
    sq`${scopeId} in key_list(${lists.get(JSON.stringify(condition)) ?? "[]"})`;
}

/** Assumes that every header condition matches: an Email that does not match then never does. */
async function candidatesOf(reader: Reader, accountId: Id, tree: FilterTree): Promise<Candidate[]> {
  const plan = await planQuery(reader, accountId, tree, null, (_condition, isNegated) =>
    raw(isNegated ? "false" : "true"),
  );
  const { sql, params } =
    sq`select e.id, e.blob_id, cast(c.structure ->> 'headerStart' as bigint) as start, cast(c.structure ->> 'bodyStart' as bigint) as "end",
      case when e.is_partial = 1 then c.headers end as headers
    from email e join email_content c on c.email_id = e.id and c.account_id = e.account_id where +e.account_id = ${plan.account} and e.id in (select ${plan.id} ${plan.source})`;
  return reader.all<Candidate>(sql, ...params);
}

/** Without a text: the field exists. With one: the decoded value of such a field contains it. */
function fits(block: Uint8Array, [name = "", text]: readonly string[]): boolean {
  const requested = name.toLowerCase();
  const fields = headersOf(block, 0, block.length).filter((header) => header.name.toLowerCase() === requested);
  if (text === undefined) return fields.length > 0;
  const part = fold(text);
  return fields.some(
    ({ value }) => fold(value).includes(part) || fold(String(headerForm([value], "asText", false))).includes(part),
  );
}
