/** Whether the server that received a letter found that it is not from whom it names: nothing is told to them then. */
import type { Id } from "@pismo/jmap";
import { authenticationOf, believedResults } from "../../../mime/headers/authentication-results.ts";
import { asAddresses, headersOf, headerValues } from "../../../mime/headers/headers.ts";
import type { Reader } from "../../../store/db/store.ts";
import { imapHostOf } from "../../../store/mirror/imap-accounts.ts";

/** The report goes to the sender of the envelope, whom a proven author in From does not prove. */
export async function isForged(
  reader: Reader,
  accountId: Id,
  { bytes, mailFrom }: { bytes: Uint8Array; mailFrom: string },
  trustedServers: readonly string[],
): Promise<boolean> {
  const names = new Set(trustedServers.map((name) => name.toLowerCase()));
  const fields = headersOf(bytes, 0, bytes.length);
  const results = believedResults(fields, { names, mailServer: await imapHostOf(reader, accountId) });
  const authors = headerValues(fields, "From").flatMap(asAddresses);
  if (authors.some(({ email }) => authenticationOf(results, email) === "fail")) return true;
  const isRefused = results.some(({ method, result }) => method === "spf" && /^(?:soft)?fail$/.test(result));
  const others = results.filter(({ method }) => method !== "spf");
  return isRefused && authenticationOf(others, mailFrom) !== "pass";
}
