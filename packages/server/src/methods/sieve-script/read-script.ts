/** From a blob to a script that may be stored. */
import { type Id, MAX_SIEVE_SCRIPT, SetFailure } from "@pismo/jmap";
import { SieveError } from "../../sieve/language/sieve-error.ts";
import { compile } from "../../sieve/sieve.ts";
import { getSessionAccount } from "../../store/auth/session-accounts.ts";
import { loadAccountBlob } from "../blob/open-blob.ts";
import { sieveExtensions } from "../capabilities.ts";
import type { Call } from "../context.ts";

/** RFC 9661 §2.3. @throws SetFailure blobNotFound, tooLarge, invalidSieve with the line */
export async function readScript(accountId: Id, blobId: Id, { context, createdIds }: Call): Promise<string> {
  const blob = await loadAccountBlob(context, accountId, createdIds.resolve(blobId));
  if (!blob) throw new SetFailure({ type: "blobNotFound", notFound: [blobId], description: "There is no such blob" });
  if (blob.bytes.length > MAX_SIEVE_SCRIPT) {
    const description = `A script has at most ${MAX_SIEVE_SCRIPT} octets`;
    throw new SetFailure({ type: "tooLarge", maxSize: MAX_SIEVE_SCRIPT, description });
  }
  const text = decoded(blob.bytes);
  const account = await context.store.readOnce((reader) => getSessionAccount(reader, accountId));
  try {
    compile(text, sieveExtensions(account?.isMirrored === true));
  } catch (error) {
    if (error instanceof SieveError) throw invalidSieve(error.message);
    throw error;
  }
  return text;
}

const invalidSieve = (description: string): SetFailure => new SetFailure({ type: "invalidSieve", description });

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidSieve("line 1: a script is text in UTF-8");
  }
}
