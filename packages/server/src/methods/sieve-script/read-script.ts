/** From a blob to a script that may be stored. */
import { type Id, MAX_SIEVE_SCRIPT, SetFailure } from "@pismo/jmap";
import { SieveError } from "../../sieve/language/sieve-error.ts";
import { compile, redirectsOf } from "../../sieve/sieve.ts";
import { getSessionAccount } from "../../store/auth/session-accounts.ts";
import type { Reader } from "../../store/db/store.ts";
import { allowedRedirects, redirectLimit } from "../../store/rules/redirects.ts";
import { loadAccountBlob } from "../blob/open-blob.ts";
import { isOwnAddress, loopProblem } from "../../store/rules/own-address.ts";
import { sieveExtensions } from "../capabilities.ts";
import type { Call } from "../context.ts";

/** RFC 9661 §2.3. @throws SetFailure blobNotFound, tooLarge, invalidSieve with the line, redirectNotAllowed */
export async function readScript(accountId: Id, blobId: Id, call: Call): Promise<string> {
  const text = await readText(accountId, blobId, call);
  await assertRunsHere(accountId, text, call);
  return text;
}

/** @throws SetFailure blobNotFound, tooLarge */
export async function readText(accountId: Id, blobId: Id, { context, createdIds }: Call): Promise<string> {
  const blob = await loadAccountBlob(context, accountId, createdIds.resolve(blobId));
  if (!blob) throw new SetFailure({ type: "blobNotFound", notFound: [blobId], description: "There is no such blob" });
  if (blob.bytes.length > MAX_SIEVE_SCRIPT) {
    const description = `A script has at most ${MAX_SIEVE_SCRIPT} octets`;
    throw new SetFailure({ type: "tooLarge", maxSize: MAX_SIEVE_SCRIPT, description });
  }
  return decoded(blob.bytes);
}

/** @throws SetFailure invalidSieve with the line, redirectNotAllowed */
export async function assertRunsHere(accountId: Id, text: string, { context }: Call): Promise<void> {
  const account = await context.store.readOnce((reader) => getSessionAccount(reader, accountId));
  const redirects = redirectsIn(text, account?.isMirrored === true);
  assertNoLoop(redirects, account?.email);
  if (redirects.length > 0) await context.store.read((reader) => assertMayRedirect(reader, accountId, redirects));
}

type Redirects = ReturnType<typeof redirectsOf>;

/** @throws SetFailure invalidSieve */
function redirectsIn(text: string, isMirrored: boolean): Redirects {
  try {
    return redirectsOf(compile(text, sieveExtensions(isMirrored)));
  } catch (error) {
    if (error instanceof SieveError) throw invalidSieve(error.message);
    throw error;
  }
}

/** @throws SetFailure invalidSieve */
function assertNoLoop(redirects: Redirects, own: string | undefined): void {
  const loop = own === undefined ? undefined : redirects.find(({ address }) => isOwnAddress(address, own));
  if (!loop) return;
  throw invalidSieve(new SieveError(loop.line, loopProblem(loop.address)).message);
}

/**
 * A token or a stolen session alone must not send a person's letters elsewhere. What was allowed before the administrator
 * forbade it sends nothing, and holds up no other rule of the script. @throws SetFailure
 */
async function assertMayRedirect(reader: Reader, accountId: Id, redirects: Redirects): Promise<void> {
  const allowed = new Set((await allowedRedirects(reader, accountId)).map(({ address }) => address));
  const missing = redirects.filter(({ address }) => !allowed.has(address.toLowerCase()));
  if (missing.length === 0) return;
  const addresses = [...new Set(missing.map(({ address }) => address))];
  const reason =
    (await redirectLimit(reader)) === 0
      ? "rules may not send letters on here"
      : `it is not allowed that letters are sent on to ${addresses.join(", ")}`;
  const description = new SieveError(missing[0]!.line, reason).message;
  throw new SetFailure({ type: "redirectNotAllowed", addresses, description });
}

const invalidSieve = (description: string): SetFailure => new SetFailure({ type: "invalidSieve", description });

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidSieve("line 1: a script is text in UTF-8");
  }
}
