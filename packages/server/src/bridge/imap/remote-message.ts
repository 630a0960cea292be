/** What one FETCH says of a letter: enough for it to stand in lists, without its message. */
import type { Id, Keyword } from "@pismo/jmap";
import type { RemoteDelivery } from "../../ingest/ingest.ts";
import { partsOf } from "./body-structure.ts";
import type { FetchAnswer, Token } from "./fetch-answer.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { fetchRaw, type Item } from "./fetch-raw.ts";
import { isDeleted, keywordsOf } from "./flags.ts";
import { markOf, messageIdOf } from "./mark.ts";
import type { Session } from "./session.ts";
import { uidSet } from "./uid-set.ts";

export interface RemoteMessage {
  uid: number;
  /** Octets of the whole. */
  size: number;
  receivedAt: Date;
  keywords: Keyword[];
  /** By which it is known again in another folder. */
  mark: string | null;
  /** Marked for deletion: not to be shown. */
  isDeleted: boolean;
  /** Its header and the beginning of what follows. */
  beginning: Buffer;
  /** BODYSTRUCTURE, which is made sense of when it is needed. */
  structure: Token | undefined;
}

/** Of the text behind the header: a preview needs no more, and servers read files from the beginning anyway. */
const TEXT_OCTETS = 2048;

const items: readonly Item[] = [
  "UID",
  "FLAGS",
  "INTERNALDATE",
  "RFC822.SIZE",
  "BODYSTRUCTURE",
  { section: "HEADER" },
  { section: "TEXT", length: TEXT_OCTETS },
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
    mark: markOf(messageIdOf(header), size, receivedAt),
    isDeleted: isDeleted(names),
    beginning: Buffer.concat([header, bodies.get("BODY[TEXT]<0>") ?? Buffer.of()]),
    structure: values.get("BODYSTRUCTURE"),
  };
}

/** Those that the server still has, in the order in which it says them. @param uids in the selected folder, ascending */
export async function fetchRemote(session: Session, uids: readonly number[]): Promise<RemoteMessage[]> {
  const { client, must } = session;
  const found = (await must(fetchRaw(client, uidSet(uids), items))).map(toMessage).filter(isThere);
  if (found.length === uids.length) return found;
  const answered = new Set(found.map(({ uid }) => uid));
  const others = uids.filter((uid) => !answered.has(uid));
  return others.length === 0 ? found : [...found, ...(await fetchPlainly(session, others))];
}

/** Gone, or answered in a way that we cannot read and ImapFlow perhaps can. */
async function fetchPlainly(session: Session, uids: readonly number[]): Promise<RemoteMessage[]> {
  const query = { uid: true, flags: true, size: true, internalDate: true, headers: true };
  const messages = await fetchByUid(session, uidSet(uids), query);
  const found = messages.map(({ uid, flags = [], size = 0, internalDate, headers = Buffer.of() }) => {
    const receivedAt = new Date(internalDate ?? Date.now());
    return {
      uid,
      size,
      receivedAt,
      keywords: keywordsOf(flags),
      mark: markOf(messageIdOf(headers), size, receivedAt),
      isDeleted: isDeleted(flags),
      beginning: headers,
      structure: undefined,
    };
  });
  return found.filter(isThere);
}

/** Of a letter that was moved away a moment ago some servers say that it is empty. */
const isThere = ({ beginning, size }: RemoteMessage): boolean => beginning.length > 0 || size === 0;

export const deliveryOf = (
  { size, receivedAt, keywords, beginning, structure }: RemoteMessage,
  place: { accountId: Id; mailboxId: Id; isArrival: boolean },
): RemoteDelivery => ({
  accountId: place.accountId,
  mailboxIds: [place.mailboxId],
  bytes: beginning,
  described: partsOf(structure),
  size,
  keywords,
  receivedAt,
  isArrival: place.isArrival,
  isFromServer: true,
});
