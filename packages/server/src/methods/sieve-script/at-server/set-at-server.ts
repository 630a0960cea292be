/** SieveScript/set where the account's mail server manages scripts (RFC 5804). */
import { type Id, SetFailure, type SetResult, type SieveScript, type SieveScriptSetArgs } from "@pismo/jmap";
import { stateOf } from "../../../store/db/changes.ts";
import { type KnownScript, knownScripts, sortFrom } from "../../../store/rules/server-scripts.ts";
import type { ScriptContent } from "../../../store/rules/sieve-scripts.ts";
import type { Call, SieveServers } from "../../context.ts";
import { orNull } from "../../standard/outcomes.ts";
import { assertState } from "../../standard/set.ts";
import { assertRunsHere, readText } from "../read-script.ts";
import { type Contents, writeScripts } from "../write-scripts.ts";
import { placeScript } from "./place-script.ts";
import { putAhead } from "./put-ahead.ts";

type Read = (blobId: Id) => Promise<Pick<ScriptContent, "text" | "isAtServer">>;

interface Parts {
  sieveServers: SieveServers;
  /** What the server's scripts may require. */
  extensions: readonly string[];
  readContents(read: Read): Promise<Contents>;
}

/** A script that has come from the server sorts here only what is received after the server has let it go. */
const LETTING_GO_MS = 60_000;

/**
 * What comes to the server is put there first, and runs there when the change has been made here; what the server refuses
 * is undone here. So no letter is sorted twice, and a process that ends in between leaves rules that run.
 */
export function setAtServer(given: SieveScriptSetArgs, call: Call, parts: Parts): Promise<SetResult<SieveScript>> {
  const { accountId } = given;
  const { store } = call.context;
  return parts.sieveServers.change(accountId, async (server) => {
    await store.read((reader) => assertState(reader, accountId, "SieveScript", given.ifInState));
    const before = await store.read((reader) => knownScripts(reader, accountId));
    const there = before.flatMap(({ isAtServer, text }) => (isAtServer ? [text] : []));
    const staying = stayingHere(given, before, parts.extensions, call);
    const checked = await parts.readContents(async (blobId) => {
      const text = await readText(accountId, blobId, call);
      if (!staying.has(blobId)) return placeScript(accountId, text, there, server, call);
      await assertRunsHere(accountId, text, call);
      return { text, isAtServer: false };
    });
    const contents = await putAhead(given, before, checked, server, call);
    const args = mayActivate(given, before, contents, parts.extensions) ? given : withoutActivation(given);
    const ranThere = before.some(({ isActive, isAtServer }) => isActive && isAtServer);
    const result = await store
      .write(
        async (tx) => {
          const written = await writeScripts(tx, args, call, contents);
          if (ranThere) await sortFrom(tx, accountId, Date.now() + LETTING_GO_MS);
          return written;
        },
        { accountId },
      )
      .catch(async (error: unknown) => {
        await server.withdraw();
        throw error;
      });
    const failure = await server.push();
    if (failure)
      return refused(result, failure, await store.read((reader) => stateOf(reader, accountId, "SieveScript")));
    if (ranThere) await store.write((tx) => sortFrom(tx, accountId, Date.now()), { accountId });
    return result;
  });
}

/** What active scripts say that sort here beside one of the server, and could not do so there (RFC 6609). */
function stayingHere(
  { update }: SieveScriptSetArgs,
  before: readonly KnownScript[],
  extensions: readonly string[],
  { createdIds }: Call,
): ReadonlySet<unknown> {
  const isOneThere = before.some(({ isAtServer, isActive, runsBeside }) => isAtServer && (isActive || runsBeside));
  if (!isOneThere || extensions.includes("include")) return new Set();
  const here = new Set(before.filter(({ isActive, isAtServer }) => isActive && !isAtServer).map(({ id }) => id));
  return new Set(
    Object.entries(update ?? {}).flatMap(([key, patch]) =>
      here.has(createdIds.resolve(key)) ? [patch["blobId"]] : [],
    ),
  );
}

/** Two scripts run there only one in the other (RFC 6609). */
function mayActivate(
  { onSuccessActivateScript: wanted, onSuccessKeepActive: keepsActive, create, update }: SieveScriptSetArgs,
  before: readonly KnownScript[],
  contents: Contents,
  extensions: readonly string[],
): boolean {
  if (wanted == null || !keepsActive || extensions.includes("include")) return true;
  const others = before.filter(
    ({ id, isActive, isAtServer, runsBeside }) => id !== wanted && isAtServer && (isActive || runsBeside),
  );
  if (others.length === 0) return true;
  const blobId = create?.[wanted.slice(1)]?.["blobId"] ?? update?.[wanted]?.["blobId"];
  const content = contents.get(blobId);
  const isThere = content
    ? !(content instanceof SetFailure) && content.isAtServer
    : before.find(({ id }) => id === wanted)?.isAtServer;
  return !isThere;
}

const withoutActivation = (args: SieveScriptSetArgs): SieveScriptSetArgs => ({
  ...args,
  onSuccessActivateScript: null,
});

/** Nothing of it is left. */
function refused(
  { created, updated, destroyed, ...result }: SetResult<SieveScript>,
  { error }: SetFailure,
  newState: string,
): SetResult<SieveScript> {
  const all = (keys: readonly Id[]) => Object.fromEntries(keys.map((key) => [key, error]));
  return {
    ...result,
    newState,
    created: null,
    updated: null,
    destroyed: null,
    notCreated: orNull({ ...result.notCreated, ...all(Object.keys(created ?? {})) }),
    notUpdated: orNull({ ...result.notUpdated, ...all(Object.keys(updated ?? {})) }),
    notDestroyed: orNull({ ...result.notDestroyed, ...all(destroyed ?? []) }),
  };
}
