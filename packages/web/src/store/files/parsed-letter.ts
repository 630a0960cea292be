/** A letter that is a file of another: read by the server (Email/parse, RFC 8621 §4.9). */
import { type Email, type Id, SetFailure } from "@pismo/jmap";
import { getAccount, request } from "../session/session.ts";
import { noteSubjects } from "./letter-subjects.ts";

export type ParsedLetter = Pick<
  Email,
  "subject" | "from" | "to" | "sentAt" | "textBody" | "htmlBody" | "attachments" | "bodyValues"
>;

/** Octets of a text; what is longer is cut by the server. */
const MAX_TEXT = 1_000_000;

/** @throws SetFailure it is no letter, and what the request throws */
export async function parseLetter(blobId: Id): Promise<ParsedLetter> {
  const { accountId } = getAccount();
  const properties = ["subject", "from", "to", "sentAt", "textBody", "htmlBody", "attachments", "bodyValues"];
  const parse = await request((calls) =>
    calls.call("Email/parse", {
      accountId,
      blobIds: [blobId],
      properties,
      bodyProperties: ["partId", "blobId", "type", "name", "size", "cid", "charset", "header:Content-Type"],
      fetchTextBodyValues: true,
      fetchHTMLBodyValues: true,
      maxBodyValueBytes: MAX_TEXT,
    }),
  );
  const letter = parse.result().parsed?.[blobId];
  if (!letter) throw new SetFailure({ type: "notFound" });
  noteSubjects([[blobId, letter.subject ?? null]]);
  return letter as ParsedLetter;
}
