/** Scripts of an account and those of its mail server, made the same. */
import type { Id } from "@pismo/jmap";
import { logTouched, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import {
  activateScript,
  destroySieveScripts,
  insertSieveScripts,
  type ScriptContent,
  storeSieveScripts,
} from "./sieve-scripts.ts";

/** As it is known here. */
export interface KnownScript {
  id: Id;
  name: string;
  text: string;
  isActive: boolean;
  isAtServer: boolean;
  runsBeside: boolean;
  /** Whether the server is known to run it, as the active one. */
  isHanded: boolean;
}

interface Row {
  id: number;
  name: string;
  content: string;
  is_active: number;
  is_at_server: number;
  runs_beside: number;
  handed_at: number | null;
}

export async function knownScripts(reader: Reader, accountId: Id): Promise<KnownScript[]> {
  const rows = await reader.all<Row>(
    `select id, name, content, is_active, is_at_server, runs_beside, handed_at from sieve_script
     where account_id = ? order by id`,
    accountKey(accountId),
  );
  return rows.map(({ id, name, content, is_active, is_at_server, runs_beside, handed_at }) => ({
    id: idOf("y", id),
    name,
    text: content,
    isActive: is_active === 1,
    isAtServer: is_at_server === 1,
    runsBeside: runs_beside === 1,
    isHanded: handed_at !== null,
  }));
}

/** What the server has. */
export interface Listing {
  scripts: readonly { name: string; content: ScriptContent }[];
  /** Names of those that run there, in their order: the last one is the active one here. */
  running: readonly string[];
}

/** That the scripts here say what those of the server say. Those that are here alone stay as they are. */
export async function takeListing(tx: Transactor, accountId: Id, { scripts, running }: Listing): Promise<void> {
  const listed = new Set(scripts.map(({ name }) => name));
  const known = await knownScripts(tx, accountId);
  const missing = known.filter(({ name, isAtServer }) => isAtServer && !listed.has(name));
  // It never came there: it goes on here.
  const kept = missing.filter(({ isActive, isHanded }) => isActive && !isHanded);
  await takeBack(
    tx,
    accountId,
    kept.map(({ id }) => id),
  );
  const gone = missing.filter((script) => !kept.includes(script));
  if (gone.length > 0)
    await destroySieveScripts(
      tx,
      accountId,
      gone.map(({ id }) => id),
    );
  await meetNames(tx, accountId, await knownScripts(tx, accountId), scripts);
  const now = await knownScripts(tx, accountId);
  const there = new Map(now.filter(({ isAtServer }) => isAtServer).map((script) => [script.name, script]));
  const changed = scripts.flatMap(({ name, content }) => {
    const script = there.get(name);
    return script && script.text !== content.text ? [{ id: script.id, name, content }] : [];
  });
  if (changed.length > 0) await storeSieveScripts(tx, accountId, changed);
  const added = scripts.filter(({ name }) => !there.has(name));
  if (added.length > 0) await insertSieveScripts(tx, accountId, added);
  await setRunning(tx, accountId, running);
}

/** A script that is here alone is that of the server where it says the same; another one gives its name away. */
async function meetNames(
  tx: Transactor,
  accountId: Id,
  before: readonly KnownScript[],
  scripts: Listing["scripts"],
): Promise<void> {
  const texts = new Map(scripts.map(({ name, content }) => [name, content.text]));
  const names = new Set([...texts.keys(), ...before.map(({ name }) => name)]);
  for (const { id, name, text, isAtServer } of before) {
    if (isAtServer || !texts.has(name)) continue;
    if (texts.get(name) === text) {
      const sql = "update sieve_script set is_at_server = 1 where account_id = ? and id = ?";
      await tx.run(sql, accountKey(accountId), keyOf("y", id));
      await logUpdated(tx, accountId, "SieveScript", keyOf("y", id));
      continue;
    }
    let number = 2;
    while (names.has(`${name} ${number}`)) number++;
    names.add(`${name} ${number}`);
    await storeSieveScripts(tx, accountId, [{ id, name: `${name} ${number}`, content: undefined }]);
  }
}

async function setRunning(tx: Transactor, accountId: Id, running: readonly string[]): Promise<void> {
  const scripts = await knownScripts(tx, accountId);
  // One that came there, and was not made active in time, goes on sorting here.
  const own = scripts.find(({ isActive, isAtServer, isHanded }) => isActive && (!isAtServer || !isHanded));
  const there = scripts.filter(({ isAtServer }) => isAtServer);
  const active = own ?? there.find(({ name }) => name === running.at(-1));
  await activateScript(tx, accountId, active?.id ?? null);
  if (active && running.includes(active.name)) await noteHanded(tx, accountId);
  await runBeside(
    tx,
    accountId,
    there.filter(({ id, name }) => running.includes(name) && id !== active?.id).map(({ id }) => id),
  );
}

/** The mail server runs the active script, if that lies there: letters from now on are its. */
export async function noteHanded(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run(
    `update sieve_script set handed_at = ?
     where account_id = ? and is_active = 1 and is_at_server = 1 and handed_at is null`,
    Date.now(),
    accountKey(accountId),
  );
}

/**
 * After a change that the mail server has refused.
 * @param before the scripts as they were @param here what those say that lay here alone
 */
export async function restoreScripts(
  tx: Transactor,
  accountId: Id,
  before: readonly KnownScript[],
  here: readonly { id: Id; name: string; content: ScriptContent }[],
): Promise<void> {
  const now = new Map((await knownScripts(tx, accountId)).map((script) => [script.id, script]));
  const changed = here.filter(({ id, name, content }) => {
    const script = now.get(id);
    return script && (script.isAtServer || script.name !== name || script.text !== content.text);
  });
  if (changed.length > 0) await storeSieveScripts(tx, accountId, changed);
  const active = before.find(({ id, isActive, isAtServer, isHanded }) => {
    return now.has(id) && isActive && (!isAtServer || !isHanded);
  });
  await activateScript(tx, accountId, active?.id ?? null);
}

/** They are here alone from now on; what is active has sorted here until now. */
async function takeBack(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  const keys = ids.map((id) => keyOf("y", id));
  const sql = "update sieve_script set is_at_server = 0 where account_id = ? and id in key_list(?)";
  await tx.run(sql, accountKey(accountId), JSON.stringify(keys));
  await logUpdated(tx, accountId, "SieveScript", ...keys);
}

/** Those of the mail server that run although another one is active. */
export async function runBeside(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  const rows = await tx.all<{ id: number }>(
    `update sieve_script set runs_beside = 1 - runs_beside
     where account_id = ?1 and runs_beside <> (case when id in key_list(?2) then 1 else 0 end) returning id`,
    accountKey(accountId),
    JSON.stringify(ids.map((id) => keyOf("y", id))),
  );
  await logUpdated(tx, accountId, "SieveScript", ...rows.map(({ id }) => id));
}

/**
 * The mail server is another one now, or manages no scripts: those that run here go on from now on.
 * @param stillRuns it runs them as before, unseen: here they are switched off
 */
export const leaveServer = (tx: Transactor, accountId: Id, stillRuns = false): Promise<void> =>
  notingAnswers(tx, accountId, () => leave(tx, accountId, stillRuns));

async function leave(tx: Transactor, accountId: Id, stillRuns: boolean): Promise<void> {
  const rows = await tx.all<{ id: number }>(
    `update sieve_script set is_at_server = 0, handed_at = null, runs_beside = 0, active_since = ?,
       is_active = case when ? = 1 then 0 else is_active end
     where account_id = ? and is_at_server = 1 returning id`,
    Date.now(),
    Number(stillRuns),
    accountKey(accountId),
  );
  await logUpdated(tx, accountId, "SieveScript", ...rows.map(({ id }) => id));
}

/** Those that sort here begin with letters that are received after that. Milliseconds. */
export async function sortFrom(tx: Transactor, accountId: Id, time: number): Promise<void> {
  await tx.run(
    "update sieve_script set active_since = ? where account_id = ? and is_active = 1 and is_at_server = 0",
    time,
    accountKey(accountId),
  );
}

/** What those scripts say that the mail server runs, and that may answer people who write. */
export async function answeringScripts(reader: Reader, accountId: Id): Promise<string[]> {
  const rows = await reader.all<{ content: string }>(
    `select content from sieve_script where account_id = ? and is_at_server = 1 and content like '%vacation%'
     and (runs_beside = 1 or (is_active = 1 and handed_at is not null)) order by id`,
    accountKey(accountId),
  );
  return rows.map(({ content }) => content);
}

/** A change of scripts, after which clients hear of it if what answers at the mail server is another (`serverAnswers`). */
export async function notingAnswers<T>(tx: Transactor, accountId: Id, change: () => Promise<T>): Promise<T> {
  const before = await answeringScripts(tx, accountId);
  const result = await change();
  const after = await answeringScripts(tx, accountId);
  if (before.join("\0") !== after.join("\0")) await logTouched(tx, accountId, "VacationResponse");
  return result;
}
