/** Whether the account's mail server runs a script, or Pismo. */
import { type Id, SetFailure } from "@pismo/jmap";
import { SieveError } from "../../../sieve/language/sieve-error.ts";
import { requires, type Sendings, sendingsOf } from "../../../sieve/sendings.ts";
import type { ScriptContent } from "../../../store/rules/sieve-scripts.ts";
import type { Call, SieveServer } from "../../context.ts";
import { assertRunsHere } from "../read-script.ts";

/** @throws SetFailure invalidSieve */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SieveError) throw new SetFailure({ type: "invalidSieve", description: error.message });
    throw error;
  }
}

/** Of scripts that lie there. One that cannot be read here tells nothing. */
function sendingsOfAll(texts: readonly string[]): Sendings {
  const all = texts.flatMap((text) => {
    try {
      return [sendingsOf(text)];
    } catch {
      return [];
    }
  });
  return { redirects: all.flatMap(({ redirects }) => redirects), others: all.flatMap(({ others }) => others) };
}

/**
 * What it sends to others has to be allowed by the person, and is bounded: so it runs here, unless the server's scripts
 * do the same already. Ids of folders are ours, and mean nothing there. What the server does not take runs here, if that
 * is possible.
 * @param there texts that lie on the server
 * @throws SetFailure invalidSieve with the line, redirectNotAllowed
 */
export async function placeScript(
  accountId: Id,
  text: string,
  there: readonly string[],
  server: Pick<SieveServer, "check">,
  call: Call,
): Promise<Pick<ScriptContent, "text" | "isAtServer">> {
  const { redirects, others } = readable(() => sendingsOf(text));
  const known = sendingsOfAll(there);
  const addresses = new Set(known.redirects.map(({ address }) => address.toLowerCase()));
  const isNew = redirects.some(({ address }) => !addresses.has(address.toLowerCase()));
  const other = others.find(({ name }) => !known.others.some((each) => each.name === name));
  if (isNew || readable(() => requires(text, "mailboxid"))) {
    await assertRunsHere(accountId, text, call);
    return { text, isAtServer: false };
  }
  if (other) {
    const { message } = new SieveError(other.line, `"${other.name}" gives letters to others: it cannot be added here`);
    throw new SetFailure({ type: "invalidSieve", description: message });
  }
  const mistake = await server.check(text);
  if (mistake === undefined) return { text, isAtServer: true };
  try {
    await assertRunsHere(accountId, text, call);
  } catch (error) {
    // The server knows more than Pismo does.
    if (error instanceof SetFailure && error.error.type === "invalidSieve")
      throw new SetFailure({ type: "invalidSieve", description: mistake });
    throw error;
  }
  return { text, isAtServer: false };
}
