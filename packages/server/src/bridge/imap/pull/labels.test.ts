import { expect, test } from "vitest";
import type { MirroredEmail, LocatedCopy } from "../../../store/mirror/imap-copies.ts";
import { decodeModifiedUtf7 } from "../../../cli/readers/modified-utf7.ts";
import { differenceOf } from "../push/difference.ts";
import { labelled, labelOf } from "./labels.ts";

const labels = { all: "all", trash: "trash", junk: "junk" };
const at = (mailboxId: string, keywords: string[] = []): LocatedCopy => ({
  mailboxId,
  uid: 1,
  emailId: "e1",
  keywords,
  fingerprint: null,
});
const steps = (here: string[] | undefined, there: string[], keywords: string[] = []): string[] => {
  const local = here && { mailboxIds: here, keywords };
  const located = there.map((id) => at(id));
  const email: MirroredEmail = { emailId: "e1", local, located, unlocated: [], duplicates: [], labels };
  return differenceOf(email, () => ["\\*"]).map((step) => {
    const from = "at" in step ? ` ${step.at.mailboxId}` : "";
    return `${step.kind}${from}${"to" in step ? ` → ${step.to}` : ""}`;
  });
};

test("everything is in All Mail, and in Trash and Spam a message is alone", () => {
  expect(labelled(["inbox"], labels)).toEqual(["inbox", "all"]);
  expect(labelled(["inbox", "trash", "all"], labels)).toEqual(["trash"]);
  expect(labelled(["junk"], labels)).toEqual(["junk"]);
  expect(labelled(["inbox"], { ...labels, all: null })).toEqual(["inbox"]);
});

test("a label more is a copy, a label less an unlabelling; archiving is one label less", () => {
  expect(steps(["inbox", "all", "work"], ["inbox", "all"])).toEqual(["copy all → work"]);
  expect(steps(["all", "work"], ["inbox", "all", "work"])).toEqual(["unlabel inbox"]);
  expect(steps(["work"], ["inbox", "all"])).toEqual(["copy all → work", "unlabel inbox"]);
  expect(steps(["inbox", "all"], ["inbox", "all"])).toEqual([]);
  // It will be found there by itself.
  expect(steps(["inbox"], ["inbox"])).toEqual([]);
});

test("into Trash and out of it is one move; a message is destroyed out of Trash", () => {
  expect(steps(["trash"], ["inbox", "all", "work"])).toEqual(["move all → trash"]);
  expect(steps(["inbox", "work"], ["trash"])).toEqual(["move trash → inbox"]);
  expect(steps(["all"], ["junk"])).toEqual(["move junk → all"]);
  expect(steps(undefined, ["inbox", "all"])).toEqual(["move all → trash"]);
  expect(steps(undefined, ["trash"])).toEqual(["delete trash"]);
});

test("what was written here is put under its own label, never into All Mail", () => {
  expect(steps(["sent"], [])).toEqual(["append → sent"]);
  expect(steps(["all"], [])).toEqual(["append → all"]);
});

test("[RFC 3501 §5.1.3] labels are named as folders are, system labels with a backslash", () => {
  expect(labelOf("INBOX", "inbox")).toBe("\\Inbox");
  expect(labelOf("Work", null)).toBe("Work");
  const name = "Письма & планы 🗻";
  expect(labelOf(name, null)).toMatch(/^[\x20-\x7e]+$/);
  expect(decodeModifiedUtf7(labelOf(name, null))).toBe(name);
});
