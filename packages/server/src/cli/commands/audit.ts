/** pismo audit — who signed in from where, what they changed, and what the administrator did. */
import { parseArgs } from "node:util";
import { type AuditEntry, type AuditEvent, listAudit } from "../../store/people/audit-log.ts";
import { findByName } from "../choose-account.ts";
import type { Command } from "../command.ts";
import { openExisting } from "../open-existing.ts";
import { misuseOf, usageOf } from "../usage.ts";

const options = { person: { type: "string" }, since: { type: "string" }, json: { type: "boolean" } } as const;
const units = { h: 3_600_000, d: 86_400_000 } as const;

/** "2026-11-20", "2026-11-20T10:00Z", "7d", "12h". @throws Error in one line */
function sinceOf(text: string | undefined): Date {
  if (text === undefined) return new Date(0);
  const [, number, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  if (number !== undefined) return new Date(Date.now() - Number(number) * units[unit as keyof typeof units]);
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) throw new Error(`--since must be a date or a time such as 7d or 12h, not "${text}"`);
  return at;
}

const words: Record<AuditEvent, string> = {
  signedIn: "signed in",
  signInRefused: "sign-in refused",
  signInDisabled: "sign-in refused: disabled",
  signedOut: "signed out",
  sessionEnded: "ended a session",
  settingsChanged: "changed settings",
  mailServerSet: "mail server or its password changed",
  mailServerRemoved: "mail server removed",
  tokenCreated: "token created",
  tokenRevoked: "token revoked",
  personDisabled: "disabled",
  personEnabled: "enabled",
  personLimited: "limits changed",
  personRemoved: "removed",
  command: "command",
};

const lineOf = ({ at, event, person, actor, clientAddress, client, detail, count }: AuditEntry): string =>
  [
    at.toISOString(),
    actor === "administrator" ? "administrator" : "person",
    person ?? "nobody known",
    `${words[event]}${count > 1 ? `, ${count} times` : ""}`,
    ...[clientAddress, client, detail].flatMap((each) => each ?? []),
  ].join("\t");

export const runAudit: Command = async (args, { config, log, stdout, stderr }) => {
  let values;
  let since;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    stderr.write(misuseOf("audit", error));
    return 2;
  }
  try {
    since = sinceOf(values.since);
  } catch (error) {
    stderr.write(`${(error as Error).message}\n${usageOf("audit")}`);
    return 2;
  }
  const { person, json } = values;
  const store = await openExisting(config, log);
  try {
    const entries = await store.read(async (reader) => {
      // Who was removed is found by the address that the log has.
      const account = person === undefined ? undefined : await findByName(reader, person, config);
      return listAudit(reader, since, account?.id ?? person?.toLowerCase());
    });
    if (json) stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    else stdout.write(entries.length === 0 ? "Nothing is noted.\n" : `${entries.map(lineOf).join("\n")}\n`);
    return 0;
  } finally {
    await store.close();
  }
};
