import type { Mailbox } from "@pismo/jmap";
import { expect, test } from "vitest";
import { customFolders, flattenFolders, folderName, folderOf, inOrder } from "../mailboxes/folders.ts";
import { filterOf, mayStandIn } from "./list-filter.ts";
import { listQueryFromUrl, queryKey } from "./list-query.ts";

const mailbox = (id: string, role: string | null, name = id, parentId: string | null = null): Mailbox =>
  ({ id, role, name, parentId, sortOrder: 0 }) as Mailbox;

const mailboxes = [
  mailbox("m5", "trash"),
  mailbox("m7", null, "Work 10", "m6"),
  mailbox("m8", null, "Work 9", "m6"),
  mailbox("m6", null, "Письма"),
  mailbox("m4", "junk"),
  mailbox("m1", "inbox"),
];

test("the filter of the address is JMAP's, joined with AND", () => {
  const query = listQueryFromUrl("inbox", new URLSearchParams("read=false&bookmark=true&files=true&q=%20кадр%20"));
  expect(query).toEqual({ folder: "inbox", read: false, bookmark: true, files: true, q: "кадр" });
  expect(filterOf(query, mailboxes)).toEqual({
    operator: "AND",
    conditions: [
      { inMailbox: "m1" },
      { notKeyword: "$seen" },
      { hasKeyword: "$flagged" },
      { hasAttachment: true },
      { text: "кадр" },
    ],
  });
});

test("letters=all asks for no more than the folder, so that the query stays the index's", () => {
  const query = listQueryFromUrl("spam", new URLSearchParams("letters=all"));
  expect(filterOf(query, mailboxes)).toEqual({ inMailbox: "m4" });
  expect(queryKey(query)).toBe(queryKey({ folder: "spam" }));
});

test("Important is every marked Email outside spam and trash", () => {
  const query = { folder: "important" };
  expect(filterOf(query, mailboxes)).toEqual({ hasKeyword: "$important", inMailboxOtherThan: ["m5", "m4"] });
  expect(mayStandIn(query, mailboxes, { m6: true })).toBe(true);
  expect(mayStandIn(query, mailboxes, { m5: true })).toBe(false);
});

test("a folder that does not exist has no filter", () => {
  expect(filterOf({ folder: "m99" }, mailboxes)).toBeUndefined();
  expect(folderOf(mailboxes, "m99")).toBeUndefined();
});

test("folders stand in the navigation's order, custom ones as a tree by name with numbers as numbers", () => {
  expect(inOrder(mailboxes).map(({ id }) => id)).toEqual(["m1", "m4", "m5", "m6", "m8", "m7"]);
  expect(flattenFolders(customFolders(mailboxes)).map(({ depth }) => depth)).toEqual([0, 1, 1]);
  expect(folderName(mailboxes[4]!)).toBe("spam");
  expect(folderName(mailboxes[3]!)).toBe("m6");
});
