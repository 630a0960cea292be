/** SieveScript/set in one transaction (RFC 9661 §2.3), once the contents have been read. */
import {
  applyPatch,
  type Id,
  MAX_SIEVE_NAME,
  MAX_SIEVE_SCRIPTS,
  SetFailure,
  type SetResult,
  type SieveScript,
  type SieveScriptSetArgs,
} from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { Transactor } from "../../store/db/store.ts";
import {
  activateScript,
  destroySieveScripts,
  getSieveScripts,
  insertSieveScripts,
  type ScriptContent,
  storeSieveScripts,
} from "../../store/rules/sieve-scripts.ts";
import { notingAnswers, runBeside } from "../../store/rules/server-scripts.ts";
import { type Check, id, nullable, string, wrong } from "../checks.ts";
import type { Call } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { settled } from "../standard/outcomes.ts";
import { assertRecord, checkedRecord, type Creation, setRecords, type Update } from "../standard/set.ts";

/** RFC 9661 §2: what RFC 5804 §1.6 allows. */
const scriptName: Check = (value, name) => {
  string(value, name);
  const text = value as string;
  if (text.trim() === "" || Buffer.byteLength(text) > MAX_SIEVE_NAME || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text))
    throw wrong(name, `a line of 1 to ${MAX_SIEVE_NAME} octets`);
};

/** The contents that records of this call name, or why they cannot be had: by blobId as it was given. */
export type Contents = ReadonlyMap<unknown, ScriptContent | SetFailure>;

function contentOf(contents: Contents, blobId: Id): ScriptContent {
  const content = contents.get(blobId);
  if (!content || content instanceof SetFailure) throw content ?? new SetFailure({ type: "blobNotFound" });
  return content;
}

/** Names of the account, while a call changes them. */
class Names {
  readonly #idOf: Map<string, Id>;

  constructor(scripts: readonly SieveScript[]) {
    this.#idOf = new Map(scripts.map(({ id: key, name }) => [name, key]));
  }

  get count(): number {
    return this.#idOf.size;
  }

  /** @throws SetFailure alreadyExists */
  take(name: string, scriptId: Id, before?: string): void {
    const other = this.#idOf.get(name);
    if (other !== undefined && other !== scriptId) {
      const description = "Another script has this name";
      throw new SetFailure({ type: "alreadyExists", existingId: other, description });
    }
    if (before !== undefined) this.#idOf.delete(before);
    this.#idOf.set(name, scriptId);
  }

  /** For a script without a name. */
  free(): string {
    for (let number = this.count + 1; ; number++) if (!this.#idOf.has(`Script ${number}`)) return `Script ${number}`;
  }
}

/** All of them at once, or where there is no room for all, each alone. */
async function writeThatFit<Item, Result>(
  tx: Transactor,
  items: Item[],
  write: (items: Item[]) => Promise<Result[]>,
): Promise<(Result | SetFailure)[]> {
  const results = await settled(() => tx.savepoint(() => write(items)));
  if (!(results instanceof SetFailure)) return results;
  if (items.length === 1) return [results];
  const alone: (Result | SetFailure)[] = [];
  for (const item of items) alone.push(...(await writeThatFit(tx, [item], write)));
  return alone;
}

async function create(accountId: Id, tx: Transactor, records: readonly Creation[], contents: Contents) {
  const names = new Names(await getSieveScripts(tx, accountId, null));
  return inBatch(
    records,
    ([creationId, given]) => {
      const settable = { name: nullable(scriptName), blobId: id };
      const { name, blobId } = checkedRecord<Pick<SieveScript, "name" | "blobId">, "blobId">(given, settable, [
        "blobId",
      ]);
      const content = contentOf(contents, blobId);
      if (names.count >= MAX_SIEVE_SCRIPTS) {
        throw new SetFailure({ type: "overQuota", description: `An account has at most ${MAX_SIEVE_SCRIPTS} scripts` });
      }
      const chosen = name ?? names.free();
      names.take(chosen, `#${creationId}`);
      return { name: chosen, content, given };
    },
    (checked) =>
      writeThatFit(tx, checked, async (scripts) => {
        const ids = await insertSieveScripts(tx, accountId, scripts);
        return scripts.map(({ name, content, given }, index) => ({
          id: ids[index]!,
          isActive: false,
          ...(given["name"] !== name && { name }),
          ...(given["blobId"] !== content.blobId && { blobId: content.blobId }),
        }));
      }),
  );
}

async function update(accountId: Id, tx: Transactor, records: readonly Update[], contents: Contents) {
  const scripts = await getSieveScripts(tx, accountId, null);
  const known = new Map(scripts.map((script) => [script.id, script]));
  const names = new Names(scripts);
  return inBatch(
    records,
    ([scriptId, patch]) => {
      const before = known.get(scriptId);
      if (!before) throw new SetFailure({ type: "notFound" });
      const after = applyPatch(before, patch);
      const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof SieveScript]);
      assertRecord(Object.fromEntries(changed), { name: scriptName, blobId: id });
      const content = after.blobId === before.blobId ? undefined : contentOf(contents, after.blobId);
      names.take(after.name, scriptId, before.name);
      return { id: scriptId, name: after.name, content, given: after.blobId };
    },
    (checked) =>
      writeThatFit(tx, checked, async (changes) => {
        await storeSieveScripts(tx, accountId, changes);
        return changes.map(({ content, given }) =>
          content && content.blobId !== given ? { blobId: content.blobId } : null,
        );
      }),
  );
}

async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[]) {
  const known = new Map((await getSieveScripts(tx, accountId, ids)).map((script) => [script.id, script]));
  return inBatch(
    ids,
    (scriptId) => {
      const script = known.get(scriptId);
      if (!script) throw new SetFailure({ type: "notFound" });
      if (script.isActive || script.runsBeside)
        throw new SetFailure({ type: "sieveIsActive", description: "The active script stays" });
      return scriptId;
    },
    async (doomed) => {
      await destroySieveScripts(tx, accountId, doomed);
      return doomed.map(() => true as const);
    },
  );
}

/** @param keepsRunning what the mail server runs goes on beside it @returns what changed, by id */
async function switchScripts(tx: Transactor, accountId: Id, scriptId: Id | null, keepsRunning: boolean) {
  const scripts = await getSieveScripts(tx, accountId, null);
  const beside = scripts.find(({ runsBeside }) => runsBeside);
  // What went on beside the script that is switched off goes on alone.
  if (scriptId === null) {
    await runBeside(tx, accountId, []);
    return activateScript(tx, accountId, beside?.id ?? null);
  }
  const running = beside ?? scripts.find(({ isActive, isAtServer }) => isActive && isAtServer);
  await runBeside(tx, accountId, keepsRunning && running && running.id !== scriptId ? [running.id] : []);
  return activateScript(tx, accountId, scriptId);
}

/** After all else, if nothing failed (RFC 9661 §2.3). @returns the result with what else has changed */
async function activate(
  tx: Transactor,
  args: SieveScriptSetArgs,
  result: SetResult<SieveScript>,
  { createdIds }: Call,
): Promise<SetResult<SieveScript>> {
  if (result.notCreated || result.notUpdated || result.notDestroyed) return result;
  const { accountId, onSuccessActivateScript: wanted, onSuccessDeactivateScript: isNone } = args;
  const scriptId = wanted == null ? null : createdIds.resolve(wanted);
  if (scriptId === null && !isNone) return result;
  // What is not there leaves things as they are.
  if (scriptId !== null && (await getSieveScripts(tx, accountId, [scriptId])).length === 0) return result;
  const changed = await switchScripts(tx, accountId, scriptId, args.onSuccessKeepActive === true);
  const created = { ...result.created };
  const updated = { ...result.updated };
  for (const [changedId, isActive] of changed) {
    const creation = Object.entries(created).find(([, each]) => each.id === changedId);
    if (creation) created[creation[0]] = { ...creation[1], isActive };
    else updated[changedId] = { ...updated[changedId], isActive };
  }
  return {
    ...result,
    ...(result.created && { created }),
    ...(Object.keys(updated).length > 0 && { updated }),
    newState: await stateOf(tx, accountId, "SieveScript"),
  };
}

/** @throws MethodError stateMismatch */
export async function writeScripts(
  tx: Transactor,
  args: SieveScriptSetArgs,
  call: Call,
  contents: Contents,
): Promise<SetResult<SieveScript>> {
  const { accountId } = args;
  return notingAnswers(tx, accountId, async () => {
    const result = await setRecords<SieveScript>(tx, args, call, "SieveScript", {
      create: (_, records) => create(accountId, tx, records, contents),
      update: (_, records) => update(accountId, tx, records, contents),
      destroy: (_, ids) => destroy(accountId, tx, ids),
    });
    return activate(tx, args, result, call);
  });
}
