/** The shown account's Sieve scripts (RFC 9661): read, stored, switched on and off. */
import {
  type Id,
  RULES,
  type ScriptFailure,
  SetFailure,
  SIEVE,
  type SieveCapability,
  type SieveScript,
  type SieveScriptSetArgs,
} from "@pismo/jmap";
import { uploadBlob } from "../records/blobs.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getClient, getSession, request, useSessionState } from "../session/session.ts";
import { neededExtensions, type Rule, rulesOf, scriptOf } from "./rule-script.ts";

/** Of the script that rules are kept in. */
const NAME = "Pismo";

/** Whether rules that are made here can sort the shown account's letters. */
export const useHasRules = (): boolean =>
  useSessionState(({ session, account }) => {
    const capability = session?.accounts[account.accountId]?.accountCapabilities[SIEVE] as SieveCapability | undefined;
    return neededExtensions.every((name) => capability?.sieveExtensions.includes(name));
  });

/** The script that is shown: the active one, else that of the rules. */
export interface ShownScript {
  /** undefined: there is none yet. */
  id: Id | undefined;
  name: string;
  isActive: boolean;
  text: string;
  /** The last letter that it left in the inbox, because it failed. */
  lastFailure: ScriptFailure | undefined;
  /** undefined: it was written elsewhere. */
  rules: Rule[] | undefined;
}

const none: ShownScript = { id: undefined, name: NAME, isActive: false, text: "", lastFailure: undefined, rules: [] };

/** @throws what the requests throw */
export async function loadScript(accountId: Id): Promise<ShownScript> {
  const isOurs = hasCapability(getSession(), accountId, RULES);
  const properties = ["name", "blobId", "isActive", ...(isOurs ? ["lastFailure"] : [])];
  const get = await request((calls) => calls.call("SieveScript/get", { accountId, ids: null, properties }));
  const scripts = get.result().list as SieveScript[];
  const script = scripts.find(({ isActive }) => isActive) ?? scripts.find(({ name }) => name === NAME);
  if (!script) return none;
  const response = await getClient().download(accountId, script.blobId, "rules.sieve", "application/sieve");
  const text = await response.text();
  const { id, name, isActive } = script;
  return { id, name, isActive, text, lastFailure: script.lastFailure ?? undefined, rules: rulesOf(text) };
}

async function set(args: SieveScriptSetArgs): Promise<void> {
  const call = await request((calls) => calls.call("SieveScript/set", args));
  const { notCreated, notUpdated } = call.result();
  const [error] = [...Object.values(notCreated ?? {}), ...Object.values(notUpdated ?? {})];
  if (error) throw new SetFailure(error);
}

/** @throws SetFailure invalidSieve with the line in its description, and what the requests throw */
export async function storeText(accountId: Id, script: ShownScript, text: string): Promise<void> {
  const { blobId } = await uploadBlob(new Blob([text]), "application/sieve", { accountId });
  await set(
    script.id === undefined
      ? { accountId, create: { script: { name: script.name, blobId } }, onSuccessActivateScript: "#script" }
      : { accountId, update: { [script.id]: { blobId } } },
  );
}

let storing: Promise<unknown> = Promise.resolve();

/** One after the other: the first one makes the script. @throws what the requests throw */
export function storeRules(accountId: Id, rules: readonly Rule[]): Promise<void> {
  const stored = storing.then(async () => storeText(accountId, await loadScript(accountId), scriptOf(rules)));
  storing = stored.catch(() => undefined);
  return stored;
}

export const switchScript = (accountId: Id, { id }: ShownScript, isOn: boolean): Promise<void> =>
  set(
    isOn && id !== undefined
      ? { accountId, onSuccessActivateScript: id }
      : { accountId, onSuccessDeactivateScript: true },
  );
