/** Rules as the account's mail server runs them (RFC 5804), where it can. */
import { type Id, MIRROR, RULES, type RulesCapability, type Session } from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, refreshSession, request, useSessionState } from "../session/session.ts";
import { canRunThere, type Rule, serverScriptOf } from "./rule-script.ts";

const extensionsIn = (session: Session | undefined, accountId: Id): readonly string[] | undefined =>
  (session?.accounts[accountId]?.accountCapabilities[RULES] as RulesCapability | undefined)?.serverExtensions;

/** What the mail server's scripts may require; undefined: it runs none that is known. */
export const serverExtensionsOf = (accountId: Id): readonly string[] | undefined =>
  extensionsIn(getSession(), accountId);

export const useServerExtensions = (accountId: Id): readonly string[] | undefined =>
  useSessionState(({ session }) => extensionsIn(session, accountId));

/** Whether the mail server can run a script of ours after the one that another program has put there (RFC 6609). */
export const canRunBeside = (extensions: readonly string[] | undefined): boolean =>
  extensions?.includes("include") === true;

/** A server finds out in the background whether an account's mail server runs scripts: the session may be older. */
export async function findServerExtensions(accountId: Id): Promise<readonly string[] | undefined> {
  if (!serverExtensionsOf(accountId) && hasCapability(getSession(), accountId, MIRROR)) await refreshSession();
  return serverExtensionsOf(accountId);
}

async function trashOf(accountId: Id): Promise<Id | undefined> {
  const query = await request((calls) => calls.call("Mailbox/query", { accountId, filter: { role: "trash" } }));
  return query.result().ids[0];
}

/**
 * @param isBeside the mail server runs another script, which goes on
 * @returns undefined: it runs in Pismo
 * @throws what the requests throw
 */
export async function serverTextOf(
  accountId: Id,
  rules: readonly Rule[],
  isBeside: boolean,
): Promise<string | undefined> {
  const offered = await findServerExtensions(accountId);
  if (!offered || !canRunThere(rules, offered, isBeside)) return undefined;
  const trashId = rules.some(({ toTrash }) => toTrash) ? await trashOf(accountId) : undefined;
  const folderIds = rules.flatMap(({ folder }) => folder?.id ?? []);
  const mailboxIds = [...new Set([...folderIds, ...(trashId === undefined ? [] : [trashId])])];
  const found = await request((calls) => calls.call("SieveScript/paths", { accountId, mailboxIds }));
  const paths = Object.fromEntries(found.result().list.map(({ mailboxId, path }) => [mailboxId, path]));
  const trash = trashId === undefined ? undefined : paths[trashId];
  const isKnown = rules.every(({ isOn, folder, toTrash }) =>
    toTrash ? trash !== undefined : !isOn || !folder || paths[folder.id] !== undefined,
  );
  if (!isKnown) return undefined;
  const used = Object.fromEntries(folderIds.flatMap((id) => (paths[id] === undefined ? [] : [[id, paths[id]]])));
  return serverScriptOf(rules, {
    paths: used,
    trash: trash ?? "",
    hasUnicode: offered.includes("comparator-i;unicode-casemap"),
  });
}
