import { expect, test } from "vitest";
import {
  canRunThere,
  needsPismo,
  newRule,
  type Rule,
  rulesOf,
  scriptOf,
  serverScriptOf,
  type ServerNames,
} from "./rule-script.ts";

const rules: Rule[] = [
  {
    ...newRule(),
    conditions: [
      { kind: "from", text: 'a "quoted" \\ name ${x}' },
      { kind: "domain", text: "shop.example" },
      { kind: "larger", size: 5 },
    ],
    folder: { id: "m7", path: "Work/Orders" },
    isRead: true,
    labels: ["house"],
    stops: true,
  },
  { ...newRule(), isOn: false, needsAll: false, conditions: [{ kind: "file" }], toTrash: true },
];

test("rules come back from their script", () => {
  expect(rulesOf(scriptOf(rules))).toEqual(rules);
  expect(rulesOf(scriptOf([]))).toEqual([]);
});

test("a script that was changed, or made elsewhere, is none of rules", () => {
  const script = scriptOf(rules);
  expect(rulesOf(script.replace("size :over 5M", "size :over 6M"))).toBeUndefined();
  expect(rulesOf(script.replace('"isOn":true', '"isOn":tru'))).toBeUndefined();
  expect(rulesOf(`${script}keep;\n`)).toBeUndefined();
  expect(rulesOf("keep;")).toBeUndefined();
});

test("a line that was typed cannot end the mark of its rule", () => {
  const script = scriptOf([{ ...newRule(), conditions: [{ kind: "subject", text: "a\nkeep;\n# rule {}" }] }]);
  expect(script.split("\n").filter((line) => line.startsWith("# rule "))).toHaveLength(2);
  expect(rulesOf(script)).toBeUndefined();
});

test("rules of the first version are still rules, and ask for files as they did", () => {
  const first = structuredClone(rules);
  for (const rule of first) {
    delete rule.id;
    rule.isOn = true;
  }
  const former = scriptOf(first)
    .replace(', "vnd.pismo.attachment"', "")
    .replace("hasattachment", 'header :matches "content-type" ["multipart/mixed*", "application/*"]');
  expect(former).not.toContain("rules}");
  expect(rulesOf(former)).toEqual(first);
});

test("a rule's name cannot end the string that it stands in", () => {
  expect(rulesOf(scriptOf([{ ...newRule(), id: 'x"; keep; set "y' }]))).toBeUndefined();
});

test("what rules send is in their script, and nothing of it where they are off", () => {
  const sending: Rule[] = [
    { ...newRule(), redirect: "ann@b.example" },
    { ...newRule(), reject: 'No "letters" here ${x}' },
    { ...newRule(), isOn: false, redirect: "off@b.example", reject: "off" },
  ];
  const script = scriptOf(sending);
  expect(rulesOf(script)).toEqual(sending);
  const commands = script.replaceAll(/^#.*$/gm, "");
  expect(commands).toContain('redirect :copy "ann@b.example";');
  expect(commands).toContain('ereject "${rejected}";');
  expect(commands).not.toContain("off@b.example");
  expect(scriptOf(rules)).not.toMatch(/redirect|reject|copy/);
});

const names: ServerNames = { paths: { m7: "INBOX.Work.Orders" }, trash: "INBOX.Trash", hasUnicode: false };

test("rules come back from the script that a mail server runs, which names its folders", () => {
  const there = rules.map((rule) => ({ ...rule, conditions: [{ kind: "subject" as const, text: "счёт" }] }));
  const script = serverScriptOf(there, names);
  expect(rulesOf(script)).toEqual(there);
  expect(script).toContain('set "folder" "INBOX.Work.Orders"');
  expect(script).toContain('fileinto "${folder}"');
  expect(script).toContain(':contains "subject" ["счёт", "СЧЁТ", "Счёт"]');
  expect(script).not.toMatch(/:mailboxid|require [^;]*(mailboxid|unicode)/);
  expect(serverScriptOf(there, { ...names, hasUnicode: true })).toContain('"comparator-i;unicode-casemap"');
  expect(rulesOf(script.replace('"folder" "INBOX.Work.Orders"', '"folder" "Elsewhere"'))).toBeUndefined();
});

const needs = (rule: Partial<Rule>): boolean => needsPismo({ ...newRule(), ...rule }, ["ereject", "fileinto"]);

test("what a mail server cannot do needs Pismo", () => {
  expect(needs({})).toBe(false);
  expect(needs({ reject: "no" })).toBe(false);
  expect(needs({ redirect: "ann@b.example" })).toBe(true);
  expect(needs({ conditions: [{ kind: "file" }] })).toBe(true);
  expect(needs({ isOn: false, redirect: "ann@b.example" })).toBe(false);
  expect(needsPismo({ ...newRule(), reject: "no" }, [])).toBe(true);
});

test("rules run on a mail server that knows what they are written with, and beside another script where both can run", () => {
  const offered = ["fileinto", "imap4flags", "variables"];
  const one = [newRule()];
  expect(canRunThere(one, offered, false)).toBe(true);
  for (const lacking of offered) {
    const less = offered.filter((name) => name !== lacking);
    expect([lacking, canRunThere(one, less, false)]).toEqual([lacking, false]);
  }
  expect(canRunThere(one, offered, true)).toBe(false);
  expect(canRunThere(one, [...offered, "include"], true)).toBe(true);
  expect(canRunThere([{ ...newRule(), conditions: [{ kind: "file" }] }], offered, false)).toBe(false);
});
