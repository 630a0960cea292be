/** The text of a file, read by the server (File/parse, an extension of ours). */
import type { FileText, Id } from "@pismo/jmap";
import { hasFilesIn } from "./has-files.ts";
import { getAccount, getSession, request } from "../session/session.ts";

/** @returns undefined where the server cannot read it @throws what the request throws */
export async function fetchFileText(blobId: Id): Promise<FileText | undefined> {
  const { accountId } = getAccount();
  if (!hasFilesIn(getSession(), accountId)) return undefined;
  const parse = await request((calls) => calls.call("File/parse", { accountId, blobIds: [blobId] }));
  return parse.result().parsed?.[blobId];
}
