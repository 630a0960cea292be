/** pismo person list|disable|enable|remove — the people of a server for several. */
import { parseArgs } from "node:util";
import { removeMirroredAccount } from "../../store/auth/remove-account.ts";
import { octets as toOctets, positive } from "../../setting-values.ts";
import { getUsage, type OwnLimit, setLimit } from "../../store/people/limits.ts";
import type { Store } from "../../store/db/store.ts";
import { disablePerson, enablePerson, findPerson, listPeople, type Person } from "../../store/people/people.ts";
import { noteCommand } from "../audit-command.ts";
import { findByName } from "../choose-account.ts";
import type { Command, CommandContext } from "../command.ts";
import { confirm } from "../confirm.ts";
import { openExisting } from "../open-existing.ts";
import { misuseOf, usageOf } from "../usage.ts";

const options = {
  json: { type: "boolean" },
  yes: { type: "boolean" },
  quota: { type: "string" },
  send: { type: "string" },
} as const;

interface Given {
  yes?: boolean | undefined;
  maxOctets?: OwnLimit | undefined;
  maxRecipients?: OwnLimit | undefined;
}

/** @param given the options */
type Verb = (store: Store, person: Person, context: CommandContext, given: Given) => Promise<number>;

const verbs: Record<string, Verb> = { disable, enable, limit, remove };

export const runPerson: Command = async (args, context) => {
  const { config, log, stdout, stderr } = context;
  const [verb = "", ...rest] = args;
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    stderr.write(misuseOf("person", error));
    return 2;
  }
  const { values, positionals } = parsed;
  const change = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const fits =
    positionals.length === (change ? 1 : 0) &&
    (change !== undefined || verb === "list") &&
    (!values.json || verb === "list") &&
    (!values.yes || verb === "remove") &&
    ((values.quota === undefined && values.send === undefined) || verb === "limit");
  if (!fits) {
    stderr.write(usageOf("person"));
    return 2;
  }
  if (config.mode !== "hosted") {
    stderr.write("pismo person is for a server for several people (PISMO_MODE=hosted)\n");
    return 2;
  }
  let limits;
  try {
    limits = {
      maxOctets: limitOf("quota", values.quota, toOctets),
      maxRecipients: limitOf("send", values.send, positive),
    };
  } catch (error) {
    stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
  const store = await openExisting(config, log);
  try {
    if (!change) {
      const people = await store.read(listPeople);
      stdout.write(values.json ? `${JSON.stringify(people, null, 2)}\n` : tableOf(people));
      return 0;
    }
    const name = positionals[0]!;
    const person = await store.read(async (reader) => {
      const account = await findByName(reader, name, config);
      return account && findPerson(reader, account.id);
    });
    if (!person) throw new Error(`There is no person ${name}: \`pismo person list\` names them`);
    return await change(store, person, context, { yes: values.yes, ...limits });
  } finally {
    await store.close();
  }
};

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

function tableOf(people: readonly Person[]): string {
  if (people.length === 0) return "Nobody has signed in here yet.\n";
  const rows = people.map(({ id, address, name, login, lastSeenAt, isDisabled, emails, octets }) =>
    [
      id,
      address,
      name,
      login ? `${login.username} at ${login.host}` : "no mail server",
      `seen ${lastSeenAt?.toISOString().slice(0, 10) ?? "never"}`,
      counted(emails, "letter", "letters"),
      counted(octets, "octet", "octets"),
      ...(isDisabled ? ["disabled"] : []),
    ].join("\t"),
  );
  return `${rows.join("\n")}\n`;
}

async function disable(store: Store, { id, address }: Person, { stdout }: CommandContext): Promise<number> {
  await store.write(async (tx) => {
    await disablePerson(tx, id);
    await noteCommand(tx, "person disable", id, "personDisabled");
  });
  stdout.write(`${address} is disabled: sessions and tokens have ended, and nothing is fetched or sent\n`);
  return 0;
}

async function enable(store: Store, { id, address }: Person, { stdout }: CommandContext): Promise<number> {
  await store.write(async (tx) => {
    await enablePerson(tx, id);
    await noteCommand(tx, "person enable", id, "personEnabled");
  });
  stdout.write(`${address} is enabled and may sign in\n`);
  return 0;
}

/** @throws Error in one line */
function limitOf(option: string, text: string | undefined, parse: (text: string) => number): OwnLimit | undefined {
  if (text === undefined || text === "none" || text === "default") return text;
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`--${option} must be ${(error as Error).message}, none or default, not "${text}"`, {
      cause: error,
    });
  }
}

async function limit(
  store: Store,
  { id, address }: Person,
  { stdout }: CommandContext,
  { maxOctets, maxRecipients }: Given,
): Promise<number> {
  const usage = await store.write(async (tx) => {
    if (maxOctets !== undefined) await setLimit(tx, id, "maxOctets", maxOctets);
    if (maxRecipients !== undefined) await setLimit(tx, id, "maxRecipients", maxRecipients);
    const changes = Object.entries({ quota: maxOctets, send: maxRecipients }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} ${value}`],
    );
    if (changes.length > 0) await noteCommand(tx, `person limit: ${changes.join(", ")}`, id, "personLimited");
    return getUsage(tx, id);
  });
  const most = usage.maxOctets === null ? "" : ` of at most ${counted(usage.maxOctets, "octet", "octets")}`;
  const day =
    usage.maxRecipients === null
      ? "as many recipients within a day as they like"
      : `at most ${counted(usage.maxRecipients, "recipient", "recipients")} within a day`;
  stdout.write(
    `${address} has ${usage.octets.toLocaleString("en-US")}${most || " octets, without a limit"}, and sends to ${day}\n`,
  );
  return 0;
}

async function remove(
  store: Store,
  person: Person,
  { log, stdout, stderr }: CommandContext,
  { yes: isSure = false }: Given,
): Promise<number> {
  const { address, emails } = person;
  const question = `${address} (${person.id}) with ${counted(emails, "letter", "letters")} is erased here, for good.`;
  const isWanted = isSure || (await confirm(question, stderr));
  if (isWanted === undefined) {
    stderr.write(`${question} --yes removes without asking\n`);
    return 2;
  }
  if (!isWanted) {
    stderr.write("Nothing is removed\n");
    return 1;
  }
  // What an earlier removal has left is erased with it.
  const isErased = await removeMirroredAccount(store, person.id, log, (tx) =>
    noteCommand(tx, "person remove", person.id, "personRemoved"),
  );
  const rest = isErased ? "" : "; their messages follow with the next sweep, within an hour while the server runs";
  stdout.write(`${address} is removed here${rest}. On the mail server nothing has changed\n`);
  return 0;
}
