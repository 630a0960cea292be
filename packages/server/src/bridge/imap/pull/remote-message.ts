/** What one FETCH returns of a message: enough to list its Email. */
import type { Id, Keyword } from "@pismo/jmap";
import type { RemoteDelivery } from "../../../ingest/ingest.ts";
import { partsOf } from "../bodies/body-structure.ts";
import type { FetchAnswer, Token } from "./fetch-answer.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { fetchRaw, type Item } from "../connection/fetch-raw.ts";
import { isDeleted, keywordsOf } from "./flags.ts";
import { fingerprintOf, messageIdOf } from "./fingerprint.ts";
import type { Session } from "../connection/connection.ts";
import { uidSet } from "../connection/uid-set.ts";

export interface RemoteMessage {
  uid: number;
  /** Octets of the message. */
  size: number;
  receivedAt: Date;
  keywords: Keyword[];
  /** Its fingerprint. */
  fingerprint: string | null;
  /** Flagged as \Deleted: not to be shown. */
  isDeleted: boolean;
  /** Its header and the beginning of its body. */
  beginning: Buffer;
  /** BODYSTRUCTURE, parsed on demand. */
  structure: Token | undefined;
}

/** Bytes of the body: enough for a preview, and servers read files from the beginning anyway. */
const TEXT_BYTES = 2048;

const items: readonly Item[] = [
  "UID",
  "FLAGS",
  "INTERNALDATE",
  "RFC822.SIZE",
  "BODYSTRUCTURE",
  { section: "HEADER" },
  { section: "TEXT", length: TEXT_BYTES },
];

function toMessage(answer: FetchAnswer): RemoteMessage {
  const { items: values, bodies } = answer;
  const flags = values.get("FLAGS");
  const names = Array.isArray(flags) ? flags.filter((flag) => typeof flag === "string") : [];
  const date = new Date(String(values.get("INTERNALDATE")).trim());
  const receivedAt = Number.isNaN(date.getTime()) ? new Date() : date;
  const header = bodies.get("BODY[HEADER]") ?? Buffer.of();
  const size = Number(values.get("RFC822.SIZE")) || 0;
  return {
    uid: Number(values.get("UID")),
    size,
    receivedAt,
    keywords: keywordsOf(names),
    fingerprint: fingerprintOf(messageIdOf(header), size, receivedAt),
    isDeleted: isDeleted(names),
    beginning: Buffer.concat([header, bodies.get("BODY[TEXT]<0>") ?? Buffer.of()]),
    structure: values.get("BODYSTRUCTURE"),
  };
}

/** Messages that the server still has, in its order. @param uids in the selected folder, ascending */
export async function fetchRemote(session: Session, uids: readonly number[]): Promise<RemoteMessage[]> {
  const { client, must } = session;
  const found = (await must(fetchRaw(client, uidSet(uids), items))).map(toMessage).filter(isThere);
  if (found.length === uids.length) return found;
  const answered = new Set(found.map(({ uid }) => uid));
  const others = uids.filter((uid) => !answered.has(uid));
  return others.length === 0 ? found : [...found, ...(await fetchByImapFlow(session, others))];
}

/** For messages that are expunged, or whose answers ImapFlow may be able to parse. */
async function fetchByImapFlow(session: Session, uids: readonly number[]): Promise<RemoteMessage[]> {
  const query = { uid: true, flags: true, size: true, internalDate: true, headers: true };
  const messages = await fetchByUid(session, uidSet(uids), query);
  const found = messages.map(({ uid, flags = [], size = 0, internalDate, headers = Buffer.of() }) => {
    const receivedAt = new Date(internalDate ?? Date.now());
    return {
      uid,
      size,
      receivedAt,
      keywords: keywordsOf(flags),
      fingerprint: fingerprintOf(messageIdOf(headers), size, receivedAt),
      isDeleted: isDeleted(flags),
      beginning: headers,
      structure: undefined,
    };
  });
  return found.filter(isThere);
}

/** Some servers return an empty message for one that was moved a moment ago. */
const isThere = ({ beginning, size }: RemoteMessage): boolean => beginning.length > 0 || size === 0;

export const deliveryOf = (
  { size, receivedAt, keywords, beginning, structure }: RemoteMessage,
  target: { accountId: Id; mailboxId: Id; isArrival: boolean; isForRules: boolean; isMoved: boolean },
): RemoteDelivery => ({
  accountId: target.accountId,
  mailboxIds: [target.mailboxId],
  bytes: beginning,
  described: partsOf(structure),
  size,
  keywords,
  receivedAt,
  isArrival: target.isArrival,
  isForRules: target.isForRules,
  isMoved: target.isMoved,
  isFromServer: true,
});
