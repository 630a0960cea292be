/** Rules as people make them, and the Sieve (RFC 5228) that they are kept as. */
import type { Id, Keyword } from "@pismo/jmap";

/** Fields that contain a text. */
export type TextField = "from" | "to" | "subject" | "list";

/** Of the sender, as a whole. */
export type WholeField = "address" | "domain";

export type Condition =
  | { kind: TextField | WholeField; text: string }
  | { kind: "file" }
  /** In megabytes. */
  | { kind: "larger"; size: number };

export interface Rule {
  /** By which the server counts it; left out: it was made before rules had names. */
  id?: string;
  isOn: boolean;
  /** Whether all of the conditions have to hold, or any. */
  needsAll: boolean;
  conditions: Condition[];
  /** Where the letter goes; null: it stays. The path is for other programs, and for when the folder has gone. */
  folder: { id: Id; path: string } | null;
  toTrash: boolean;
  isRead: boolean;
  isFlagged: boolean;
  labels: Keyword[];
  /** Left out: it is sent on to none. */
  redirect?: string | undefined;
  /** What its sender is told; left out: it is not rejected. */
  reject?: string | undefined;
  /** No rule after it is looked at. */
  stops: boolean;
}

/** It stands in the script as it is. */
const ID = /^[\w-]{1,32}$/;
const newId = (): string => crypto.randomUUID().slice(0, 8);

/** A name for one that was made before rules had names. */
export const named = (rule: Rule): Rule => ({ ...rule, id: rule.id ?? newId() });

export const newRule = (): Rule => ({
  id: newId(),
  isOn: true,
  needsAll: true,
  conditions: [{ kind: "from", text: "" }],
  folder: null,
  toTrash: false,
  isRead: false,
  isFlagged: false,
  labels: [],
  stops: false,
});

const always = ["comparator-i;unicode-casemap", "fileinto", "imap4flags", "mailboxid", "variables"];
/** The test "hasattachment". */
const ATTACHMENT = "vnd.pismo.attachment";

/** What the scripts of rules require. */
export const neededExtensions = [...always, ATTACHMENT];

const HEAD = "# Rules made in Pismo. When they are changed here, Pismo shows them as text.";
const MARK = "# rule ";

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** What begins with "${" would be read as a variable (RFC 5229 §3): the sign comes from one, and is read once. */
const literal = (text: string): string => quoted(text).replaceAll("${", "${dollar}{");

const fields: Record<TextField, string> = {
  from: '"from"',
  to: '["to", "cc"]',
  subject: '"subject"',
  list: '"list-id"',
};

/** What a script needs that the account's mail server runs: names of folders there, and comparators. */
export interface ServerNames {
  /** By the ids of the folders. */
  paths: Record<Id, string>;
  trash: string;
  /** It compares letters of all alphabets without regard to case. */
  hasUnicode: boolean;
}

const SERVER_MARK = "# server ";

/** As rules were written first: by the type of the whole letter, which says little of its files. */
const FORMER_FILE_TEST = 'header :matches "content-type" ["multipart/mixed*", "application/*"]';

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();

/** ASCII is compared without regard to case by any server; of other words the forms that are written. */
function keysOf(text: string): string {
  const forms = /^[\0-\x7f]*$/.test(text)
    ? [text]
    : [...new Set([text, text.toLowerCase(), text.toUpperCase(), capitalised(text)])];
  return forms.length === 1 ? literal(text) : `[${forms.map(literal).join(", ")}]`;
}

const UNICODE = ' :comparator "i;unicode-casemap"';

function testOf(condition: Condition, fileTest = "hasattachment", server?: ServerNames): string {
  const isPlain = server !== undefined && !server.hasUnicode;
  const comparator = isPlain ? "" : UNICODE;
  const key = (text: string): string => (isPlain ? keysOf(text) : literal(text));
  switch (condition.kind) {
    case "file":
      return fileTest;
    case "larger":
      return `size :over ${condition.size}M`;
    case "address":
    case "domain": {
      const part = condition.kind === "address" ? "all" : "domain";
      return `address :${part}${comparator} :is "from" ${key(condition.text)}`;
    }
    default:
      return `header${comparator} :contains ${fields[condition.kind]} ${key(condition.text)}`;
  }
}

/** What conditions are tried with on letters that are here: each that holds marks the letter with its number. */
export const trialScriptOf = (conditions: readonly Condition[]): string =>
  [
    `require [${neededExtensions.map(quoted).join(", ")}];\nset "dollar" "$";`,
    ...conditions.map((condition, index) => `if ${testOf(condition)} {\n  addflag "${index}";\n}`),
  ].join("\n");

function placeHere(folder: Rule["folder"], toTrash: boolean): string[] {
  if (toTrash) return ['set "mailbox" "";', 'set "folder" "Trash";'];
  return folder ? [`set "mailbox" ${literal(folder.id)};`, `set "folder" ${literal(folder.path)};`] : [];
}

function placeThere(folder: Rule["folder"], toTrash: boolean, { trash, paths }: ServerNames): string[] {
  const path = toTrash ? trash : folder && paths[folder.id];
  return path ? [`set "folder" ${literal(path)};`] : [];
}

function commandsOf(
  { id, folder, toTrash, isRead, isFlagged, labels, redirect, reject, stops }: Rule,
  index: number,
  server?: ServerNames,
): string[] {
  const flags = [...(isRead ? ["\\Seen"] : []), ...(isFlagged ? ["\\Flagged"] : []), ...labels];
  return [
    ...(flags.length > 0 ? [`addflag [${flags.map(quoted).join(", ")}];`] : []),
    ...(server ? placeThere(folder, toTrash, server) : placeHere(folder, toTrash)),
    ...(id === undefined ? [] : [`set "rules" "\${rules} ${id}";`]),
    ...(redirect === undefined ? [] : [`set "redirect${index}" "yes";`]),
    ...(reject === undefined ? [] : [`set "rejected" ${literal(reject)};`]),
    ...(stops ? ['set "stopped" "yes";'] : []),
  ];
}

const extensionsFor = (server: ServerNames | undefined): string[] =>
  always.filter((name) => !server || (name !== "mailboxid" && (server.hasUnicode || !name.startsWith("comparator"))));

/** The flags and the folder are gathered, and the letter is put where the last rule wants it. */
export const scriptOf = (rules: readonly Rule[]): string => written(rules);

/** The same as the account's mail server runs it: without ids of folders, which are Pismo's. */
export const serverScriptOf = (rules: readonly Rule[], names: ServerNames): string => written(rules, undefined, names);

/** What Pismo alone does: it sees files, and bounds what is sent on. @param offered what the server's scripts may require */
export const needsPismo = ({ isOn, conditions, redirect, reject }: Rule, offered: readonly string[]): boolean =>
  isOn &&
  (redirect !== undefined ||
    (reject !== undefined && !offered.includes("ereject")) ||
    conditions.some(({ kind }) => kind === "file"));

/** What rules are written with for servers, beside what they need each. */
const neededThere = ["fileinto", "imap4flags", "variables"];

/** @param isBeside another script runs there, which goes on (RFC 6609) */
export const canRunThere = (rules: readonly Rule[], offered: readonly string[], isBeside: boolean): boolean =>
  [...neededThere, ...(isBeside ? ["include"] : [])].every((name) => offered.includes(name)) &&
  !rules.some((rule) => needsPismo(rule, offered));

function written(rules: readonly Rule[], fileTest?: string, server?: ServerNames): string {
  const blocks = rules.map((rule, index) => {
    const mark = `${MARK}${JSON.stringify(rule)}`;
    if (!rule.isOn) return mark;
    const tests = rule.conditions.map((each) => testOf(each, fileTest, server)).join(",\n    ");
    const condition = `${rule.needsAll ? "allof" : "anyof"} (\n    ${tests})`;
    return [
      mark,
      `if allof (not string "\${stopped}" "yes", ${condition}) {`,
      ...commandsOf(rule, index, server).map((command) => `  ${command}`),
      "}",
    ].join("\n");
  });
  // What other servers do not know is required only where it is used.
  const asksForFiles = rules.some(({ isOn, conditions }) => isOn && conditions.some(({ kind }) => kind === "file"));
  const sends = rules.some(({ isOn, redirect }) => isOn && redirect !== undefined);
  const rejects = rules.some(({ isOn, reject }) => isOn && reject !== undefined);
  const extensions = [
    ...(asksForFiles && fileTest === undefined && !server ? neededExtensions : extensionsFor(server)),
    ...(sends ? ["copy"] : []),
    ...(rejects ? ["ereject"] : []),
  ];
  return [
    server ? `${HEAD}\n${SERVER_MARK}${JSON.stringify(server)}` : HEAD,
    `require [${extensions.map(quoted).join(", ")}];\nset "dollar" "$";`,
    ...blocks,
    // A letter is rejected, or kept and sent on, not both. Addresses may not come from variables.
    ...(rejects ? ['if not string "${rejected}" "" {\n  ereject "${rejected}";\n  stop;\n}'] : []),
    ...rules.flatMap(({ isOn, redirect }, index) =>
      isOn && redirect !== undefined
        ? [`if string "\${redirect${index}}" "yes" {\n  redirect :copy ${quoted(redirect)};\n}`]
        : [],
    ),
    `if not string "\${folder}" "" {\n  fileinto ${server ? "" : ':mailboxid "${mailbox}" '}"\${folder}";\n}\n`,
  ].join("\n\n");
}

/** The rules of a script that was made here, and is as it was made; undefined for another. */
export function rulesOf(script: string): Rule[] | undefined {
  if (!script.startsWith(HEAD)) return undefined;
  try {
    const rules = script
      .split("\n")
      .filter((line) => line.startsWith(MARK))
      .map((line) => JSON.parse(line.slice(MARK.length)) as Rule);
    if (!rules.every(({ id }) => id === undefined || ID.test(id))) return undefined;
    const mark = script.split("\n").find((line) => line.startsWith(SERVER_MARK));
    const server = mark === undefined ? undefined : (JSON.parse(mark.slice(SERVER_MARK.length)) as ServerNames);
    const isOurs = written(rules, undefined, server) === script || written(rules, FORMER_FILE_TEST) === script;
    return isOurs ? rules : undefined;
  } catch {
    // A mark that was changed by hand.
    return undefined;
  }
}
