/** An account's Sieve scripts (RFC 9661): read, stored, switched on and off. */
import {
  type Id,
  MethodError,
  RULES,
  type RuleUse,
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
import { forbidRedirect, loadRedirects } from "./redirects.ts";
import { Turns } from "../turns.ts";
import { findServerExtensions, serverExtensionsOf, serverTextOf } from "./server-names.ts";
import { neededExtensions, type Rule, rulesOf, scriptOf } from "./rule-script.ts";

/** Of the script that rules are kept in. */
const NAME = "Pismo";

/** Whether rules that are made here can sort an account's letters. */
export const useHasRules = (accountId: Id): boolean =>
  useSessionState(({ session }) => {
    const capability = session?.accounts[accountId]?.accountCapabilities[SIEVE] as SieveCapability | undefined;
    return neededExtensions.every((name) => capability?.sieveExtensions.includes(name));
  });

/** What a change may replace: the script as it was loaded, then as it was stored from here. */
interface KnownScript {
  id: Id | undefined;
  isActive: boolean;
  text: string;
  state: string;
  /** As it was asked for. */
  shown: Id | null | undefined;
}

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
  /** The account's mail server runs it. */
  isAtServer: boolean;
  /** Of another program, which the mail server runs before it. */
  beside: { id: Id; name: string } | undefined;
  /** Where the rules are kept. */
  ofRules: Id | undefined;
  /** How often rules were used, by their ids. */
  uses: ReadonlyMap<string, RuleUse>;
  readonly known: KnownScript;
}

/** The rules are others than those that the change was made to: another window or client has stored them. */
export class ScriptChanged extends Error {}

/** @param shown null: the script of the rules, be it active or not @throws what the requests throw */
export async function loadScript(accountId: Id, shown?: Id | null): Promise<ShownScript> {
  const isOurs = hasCapability(getSession(), accountId, RULES);
  const properties = ["name", "blobId", "isActive", ...(isOurs ? ["lastFailure", "isAtServer", "runsBeside"] : [])];
  const { get, used } = await request((calls) => ({
    get: calls.call("SieveScript/get", { accountId, ids: null, properties }),
    used: isOurs ? calls.call("SieveScript/uses", { accountId }) : undefined,
  }));
  const { list, state } = get.result();
  const uses = new Map((used?.result().list ?? []).map((use) => [use.rule, use]));
  const scripts = list as SieveScript[];
  if (scripts.some(({ isAtServer }) => isAtServer)) await findServerExtensions(accountId);
  const active = scripts.find(({ isActive }) => isActive);
  const own = scripts.find(({ name }) => name === NAME);
  const script = shown === null ? own : (scripts.find(({ id }) => id === shown) ?? active ?? own);
  const running = scripts.find(({ runsBeside }) => runsBeside) ?? (active?.isAtServer ? active : undefined);
  const beside = running && running.id !== script?.id ? { id: running.id, name: running.name } : undefined;
  const ofRules = own?.id;
  if (!script) {
    const known = { id: undefined, isActive: false, text: "", state, shown };
    return {
      ...known,
      name: NAME,
      lastFailure: undefined,
      rules: [],
      uses,
      isAtServer: false,
      beside,
      ofRules,
      known,
    };
  }
  const response = await getClient().download(accountId, script.blobId, "rules.sieve", "application/sieve");
  const text = await response.text();
  const { id, name, isActive } = script;
  const known = { id, isActive, text, state, shown };
  const { lastFailure = null, isAtServer = false } = script;
  const told = { lastFailure: lastFailure ?? undefined, uses, isAtServer, beside, ofRules };
  return { ...known, ...told, name, rules: rulesOf(text), known };
}

/** Failures of letters change the state, too. */
const MAX_TRIES = 3;

/** @throws ScriptChanged, SetFailure, and what the requests throw */
async function change(accountId: Id, known: KnownScript, args: Omit<SieveScriptSetArgs, "accountId">) {
  for (let tries = 1; ; tries++) {
    try {
      const set = { accountId, ifInState: known.state, ...args };
      const result = (await request((calls) => calls.call("SieveScript/set", set))).result();
      const { notCreated, notUpdated, newState } = result;
      const [error] = [...Object.values(notCreated ?? {}), ...Object.values(notUpdated ?? {})];
      if (error) throw new SetFailure(error);
      known.state = newState;
      return result;
    } catch (error) {
      if (!(error instanceof MethodError && error.type === "stateMismatch")) throw error;
      const { known: now } = await loadScript(accountId, known.shown);
      const isSame = now.id === known.id && now.isActive === known.isActive && now.text === known.text;
      if (!isSame || tries === MAX_TRIES) throw new ScriptChanged();
      known.state = now.state;
    }
  }
}

/** Each change begins with what the one before has stored. */
const changes = new Turns();

/** What another program's script does on the mail server goes on: Pismo switches none off but by the person's word. */
const activating = (accountId: Id, scriptId: Id): Pick<SieveScriptSetArgs, "onSuccessActivateScript"> => ({
  onSuccessActivateScript: scriptId,
  ...(serverExtensionsOf(accountId) && { onSuccessKeepActive: true }),
});

/** @throws ScriptChanged, SetFailure invalidSieve with the line in its description, and what the requests throw */
export const storeText = (accountId: Id, script: ShownScript, text: string): Promise<void> =>
  changes.take(() => store(accountId, script, text));

async function store(accountId: Id, { name, known }: ShownScript, text: string): Promise<void> {
  const before = known.text;
  const { blobId } = await uploadBlob(new Blob([text]), "application/sieve", { accountId });
  if (known.id === undefined) {
    const create = { script: { name, blobId } };
    const { created } = await change(accountId, known, { create, ...activating(accountId, "#script") });
    known.id = created!["script"]!.id!;
    known.isActive = created!["script"]!.isActive !== false;
  } else {
    await change(accountId, known, { update: { [known.id]: { blobId } } });
  }
  known.text = text;
  if (before.includes("redirect")) await forbidUnused(accountId, text);
}

/** To addresses that no rule names any more, none may send letters on. */
async function forbidUnused(accountId: Id, text: string): Promise<void> {
  const written = text.toLowerCase();
  const allowed = await loadRedirects(accountId).catch(() => []);
  for (const { address } of allowed) {
    if (!written.includes(address)) await forbidRedirect(accountId, address).catch(() => undefined);
  }
}

/** @throws ScriptChanged, and what the requests throw */
export const storeRules = (accountId: Id, script: ShownScript, rules: readonly Rule[]): Promise<void> =>
  changes.take(async () =>
    store(accountId, script, (await serverTextOf(accountId, rules, script.beside !== undefined)) ?? scriptOf(rules)),
  );

/** @throws ScriptChanged, and what the requests throw */
export const switchScript = (accountId: Id, { known }: ShownScript, isOn: boolean): Promise<void> =>
  changes.take(async () => {
    await change(
      accountId,
      known,
      isOn && known.id !== undefined ? activating(accountId, known.id) : { onSuccessDeactivateScript: true },
    );
    known.isActive = isOn;
  });
