/** The collapsed change log (RFC 8620 §5.2): one row per object, numbered by the account's counter. */
import { type Id, MethodError, type State, type StateType } from "@pismo/jmap";
import { accountKey, idOf, type IdPrefix } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";
import { ALL_ROWS } from "./sql-fragment.ts";

const prefixes = {
  Mailbox: "m",
  Thread: "t",
  Email: "e",
  EmailDelivery: "e",
  Identity: "i",
  EmailSubmission: "s",
  VacationResponse: "a",
  Preferences: "a",
  Label: "l",
  SavedSearch: "v",
  EmailFact: "e",
  Deadline: "n",
  MirrorStatus: "a",
  AddressBook: "d",
  AddressBookServer: "a",
  ContactCard: "c",
  SieveScript: "y",
  Quota: "q",
} as const satisfies Record<StateType, IdPrefix>;

export interface Changes {
  created: Id[];
  updated: Id[];
  destroyed: Id[];
  hasMoreChanges: boolean;
  newState: State;
  /** For Mailbox, Label and Quota: only counts changed in all of `updated` (RFC 8621 §2.2, RFC 9425 §4.3). */
  onlyCounts: boolean;
}

interface ChangeRow {
  object_id: number;
  created_modseq: number;
  modseq: number;
  properties_modseq: number;
  is_destroyed: number;
}

/** @param keys of one object, or of many in one statement */
export async function logCreated(
  tx: Transactor,
  accountId: Id,
  type: StateType,
  ...keys: readonly number[]
): Promise<void> {
  if (keys.length === 0) return;
  const first = await tx.nextModSeq(accountId, keys.length);
  await tx.run(
    `insert into change (account_id, type, object_id, created_modseq, modseq, properties_modseq, is_destroyed)
     select cast(?1 as bigint), ?2, value, ?3 + key, ?3 + key, ?3 + key, 0 from key_rows(?4) created`,
    accountKey(accountId),
    type,
    first,
    JSON.stringify(keys),
  );
}

/** Gives each of the logged objects the next number. @param set columns that get it, or another value @param where beside the key */
async function logAgain(
  tx: Transactor,
  { accountId, type, keys }: { accountId: Id; type: StateType; keys: readonly number[] },
  set:
    | "modseq = ?, properties_modseq = ?"
    | "modseq = ?"
    | "modseq = ?, is_destroyed = 1"
    | "created_modseq = ?, modseq = ?, properties_modseq = ?, is_destroyed = 0",
  where = "",
): Promise<void> {
  if (keys.length === 0) return;
  const first = await tx.nextModSeq(accountId, keys.length);
  const account = accountKey(accountId);
  const numbers = set.split("?").length - 1;
  await tx.runAll(
    `update change set ${set} where account_id = ? and type = ? and object_id = ?${where}`,
    keys.map((key, index) => [...Array<number>(numbers).fill(first + index), account, type, key]),
  );
}

/** Skips destroyed objects: a submission is still sent after the client has destroyed it. */
export const logUpdated = (tx: Transactor, accountId: Id, type: StateType, ...keys: readonly number[]): Promise<void> =>
  logAgain(tx, { accountId, type, keys }, "modseq = ?, properties_modseq = ?", " and is_destroyed = 0");

/** Types whose changes may concern counts alone. */
type CountedType = "Mailbox" | "Label" | "Quota";

/** Only the counts of a mailbox (RFC 8621 §2.2) or of a label, or the use of a quota (RFC 9425 §4.3) changed. */
export const logCounts = (
  tx: Transactor,
  accountId: Id,
  type: CountedType,
  ...keys: readonly number[]
): Promise<void> => logAgain(tx, { accountId, type, keys }, "modseq = ?");

/** The objects stay in the log, so that clients learn of their destruction. */
export const logDestroyed = (
  tx: Transactor,
  accountId: Id,
  type: StateType,
  ...keys: readonly number[]
): Promise<void> => logAgain(tx, { accountId, type, keys }, "modseq = ?, is_destroyed = 1");

/** Objects that were destroyed are there again: to every client they are new. */
export const logRestored = (
  tx: Transactor,
  accountId: Id,
  type: StateType,
  ...keys: readonly number[]
): Promise<void> =>
  logAgain(
    tx,
    { accountId, type, keys },
    "created_modseq = ?, modseq = ?, properties_modseq = ?, is_destroyed = 0",
    " and is_destroyed = 1",
  );

/** Those of the keys whose objects were destroyed. */
export async function destroyedKeys(
  reader: Reader,
  accountId: Id,
  type: StateType,
  keys: readonly number[],
): Promise<number[]> {
  if (keys.length === 0) return [];
  const rows = await reader.all<{ object_id: number }>(
    `select object_id from change where account_id = ? and type = ? and is_destroyed = 1
     and object_id in key_list(?)`,
    accountKey(accountId),
    type,
    JSON.stringify(keys),
  );
  return rows.map((row) => row.object_id);
}

/** For a type with a state but without objects to count: EmailDelivery, VacationResponse, Preferences. */
export async function logTouched(tx: Transactor, accountId: Id, type: StateType): Promise<void> {
  const modseq = await tx.nextModSeq(accountId);
  await tx.run(
    `insert into change (account_id, type, object_id, created_modseq, modseq, properties_modseq, is_destroyed) values (?, ?, 0, ?, ?, ?, 0)
     on conflict (account_id, type, object_id) do update set modseq = excluded.modseq, properties_modseq = excluded.properties_modseq`,
    accountKey(accountId),
    type,
    modseq,
    modseq,
    modseq,
  );
}

/** Types with one object, which always exists. */
const singletons: ReadonlySet<StateType> = new Set(["VacationResponse", "Preferences"]);

/** Of a type, which is its parameter. */
const newestModSeq =
  "greatest(first_modseq, coalesce((select max(modseq) from change c where c.account_id = a.id and c.type = ?), 0))";

/** The number of the last change to objects of a type. */
export async function modSeqOf(reader: Reader, accountId: Id, type: StateType): Promise<number> {
  const row = await reader.get<{ modseq: number }>(
    `select ${newestModSeq} as modseq from account a where id = ?`,
    type,
    accountKey(accountId),
  );
  return row?.modseq ?? 0;
}

/** The state of a type as clients have it: RFC 8620 §1.6.2. */
export async function stateOf(reader: Reader, accountId: Id, type: StateType): Promise<State> {
  return String(await modSeqOf(reader, accountId, type));
}

/** The same of several types, in one statement: each open page asks for all of them after every commit. */
export async function statesOf(
  reader: Reader,
  accountId: Id,
  types: readonly StateType[],
): Promise<Partial<Record<StateType, State>>> {
  if (types.length === 0) return {};
  const columns = types.map((type) => `${newestModSeq} as "${type}"`).join(", ");
  const row = await reader.get<Record<string, number>>(
    `select ${columns} from account a where id = ?`,
    ...types,
    accountKey(accountId),
  );
  return Object.fromEntries(types.map((type) => [type, String(row?.[type] ?? 0)]));
}

/**
 * The numbers in a state. In the middle of paging a state is "15-3": everything up to 15 was returned, and the
 * paging began at 3. Without the origin, a record that was created at 5 and changed again at 20 would be reported
 * as updated to a client that never saw its creation.
 * @throws MethodError cannotCalculateChanges for a state that was never ours
 */
export async function parseState(
  reader: Reader,
  accountId: Id,
  state: State,
  current: number,
): Promise<{ since: number; origin: number }> {
  const [, since, origin] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(state) ?? [];
  const row = await reader.get<{ first_modseq: number; is_lost: number }>(
    `select first_modseq, (select count(*) from lost_states l where l.account_id = account.id
       and l.after_modseq < ?2 and l.before_modseq > ?2) as is_lost
     from account where id = ?1`,
    accountKey(accountId),
    Number(since ?? 0),
  );
  const first = row?.first_modseq ?? 0;
  if (since === undefined || Number(since) > current || Number(origin ?? since) < first || row?.is_lost) {
    throw new MethodError("cannotCalculateChanges", `"${state}" is no state of this account`);
  }
  return { since: Number(since), origin: Math.min(Number(origin ?? since), Number(since)) };
}

/**
 * Returns the changes after `sinceState`, at most `maxChanges` ids (null: all), oldest change first, so that every
 * page ends in a state that holds for the objects it names.
 * @throws MethodError cannotCalculateChanges
 */
export async function changesSince(
  reader: Reader,
  accountId: Id,
  type: StateType,
  sinceState: State,
  maxChanges: number | null = null,
): Promise<Changes> {
  const current = await modSeqOf(reader, accountId, type);
  const { since, origin } = await parseState(reader, accountId, sinceState, current);
  const changes: Changes = {
    created: [],
    updated: [],
    destroyed: [],
    hasMoreChanges: false,
    newState: String(current),
    onlyCounts: true,
  };
  const rows = await reader.all<ChangeRow>(
    // Objects created and destroyed in between are omitted (RFC 8620 §5.2).
    `select object_id, created_modseq, modseq, properties_modseq, is_destroyed from change
     where account_id = ? and type = ? and modseq > ? and not (is_destroyed = 1 and created_modseq > ?)
     order by modseq limit ?`,
    accountKey(accountId),
    type,
    since,
    since,
    maxChanges === null ? ALL_ROWS : maxChanges + 1,
  );
  if (maxChanges !== null && rows.length > maxChanges) {
    rows.pop();
    changes.hasMoreChanges = true;
    changes.newState = `${rows.at(-1)?.modseq ?? since}-${origin}`;
  }
  for (const row of rows) {
    const id = singletons.has(type) ? "singleton" : idOf(prefixes[type], row.object_id);
    if (row.is_destroyed) changes.destroyed.push(id);
    else if (row.created_modseq > origin && !singletons.has(type)) changes.created.push(id);
    else {
      changes.updated.push(id);
      if (row.properties_modseq > since) changes.onlyCounts = false;
    }
  }
  changes.onlyCounts &&= (type === "Mailbox" || type === "Quota") && changes.updated.length > 0;
  return changes;
}
