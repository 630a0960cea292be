/** The Preferences of accounts (an extension of ours). */
import { isDeepStrictEqual } from "node:util";
import type { Id, Preferences, PreferenceValues } from "@pismo/jmap";
import { logTouched } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** Of a new account. */
export const defaultPreferences: PreferenceValues = {
  collapseThreads: true,
  newestFirst: false,
  undoSendSeconds: 10,
  asksForFile: true,
  asksForSubject: true,
  asksForBcc: true,
  signatureBelowQuote: false,
  writesPlainText: false,
  asksForAddress: true,
  asksForGreeted: true,
  wantsReceipts: false,
  takesAnyFile: false,
  foldedGroups: [],
};

type AllPreferences = Omit<Preferences, "id">;

export const allDefaults: AllPreferences = {
  ...defaultPreferences,
  neverOffered: {},
  notifications: null,
  emptyTrashAfterDays: null,
  emptySpamAfterDays: null,
  showsFacts: true,
  showsDeadlines: true,
  deadlinesHiddenUntil: null,
  screensInto: null,
  findsSpam: false,
};

export async function getAllPreferences(reader: Reader, accountId: Id): Promise<AllPreferences> {
  const sql = "select chosen from preferences where account_id = ?";
  const row = await reader.get<{ chosen: string }>(sql, accountKey(accountId));
  return { ...allDefaults, ...(JSON.parse(row?.chosen ?? "{}") as Partial<AllPreferences>) };
}

/** What a session says of them. */
export async function getPreferences(reader: Reader, accountId: Id): Promise<PreferenceValues> {
  const {
    neverOffered: _addresses,
    notifications: _rules,
    emptyTrashAfterDays: _trash,
    emptySpamAfterDays: _spam,
    showsFacts: _facts,
    showsDeadlines: _deadlines,
    deadlinesHiddenUntil: _hidden,
    screensInto: _screened,
    findsSpam: _filter,
    ...values
  } = await getAllPreferences(reader, accountId);
  return values;
}

/** Keeps what differs from the default, so that a better default reaches those who never chose. */
export async function updatePreferences(tx: Transactor, accountId: Id, values: AllPreferences): Promise<void> {
  const names = Object.keys(allDefaults) as (keyof AllPreferences)[];
  const chosen = names.filter((name) => !isDeepStrictEqual(values[name], allDefaults[name]));
  await tx.run(
    "insert into preferences (account_id, chosen) values (?, ?) on conflict (account_id) do update set chosen = excluded.chosen",
    accountKey(accountId),
    JSON.stringify(Object.fromEntries(chosen.map((name) => [name, values[name]]))),
  );
  await logTouched(tx, accountId, "Preferences");
}
