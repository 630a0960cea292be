import { expect, test } from "vitest";
import { type EmailEdit, patchOf } from "./email-edit.ts";

const row = (mailboxIds: string[], keywords: string[] = []) => ({
  mailboxIds: Object.fromEntries(mailboxIds.map((id) => [id, true as const])),
  keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true as const])),
});
const seen: EmailEdit = { kind: "keyword", keyword: "$seen", isSet: true };
const unseen: EmailEdit = { ...seen, isSet: false };
const toArchive: EmailEdit = { kind: "move", from: "inbox", to: "archive" };
const leave: EmailEdit = { kind: "leave", mailboxId: "old", to: "trash" };

test.each<[string, EmailEdit, ReturnType<typeof row>, unknown]>([
  ["sets a keyword", seen, row(["inbox"]), { "keywords/$seen": true }],
  ["removes one", unseen, row(["inbox"], ["$seen"]), { "keywords/$seen": null }],
  ["leaves what is so already", seen, row(["inbox"], ["$seen"]), undefined],
  [
    "moves out of one mailbox",
    toArchive,
    row(["inbox", "x"]),
    { "mailboxIds/inbox": null, "mailboxIds/archive": true },
  ],
  ["moves out of all", { ...toArchive, from: null }, row(["inbox", "x"]), { mailboxIds: { archive: true } }],
  ["moves what was moved elsewhere since", toArchive, row(["x"]), { mailboxIds: { archive: true } }],
  ["moves once", toArchive, row(["archive"]), undefined],
  ["leaves a mailbox for the trash", leave, row(["old"]), { "mailboxIds/old": null, "mailboxIds/trash": true }],
  ["leaves a mailbox, and stays where else it is", leave, row(["old", "x"]), { "mailboxIds/old": null }],
  ["leaves once", leave, row(["trash"]), undefined],
  ["destroys", { kind: "destroy", from: undefined }, row(["trash", "x"]), "destroy"],
  ["destroys what lies in one mailbox alone", { kind: "destroy", from: "trash" }, row(["trash"]), "destroy"],
  [
    "takes out of the trash what lies elsewhere too",
    { kind: "destroy", from: "trash" },
    row(["trash", "x"]),
    { "mailboxIds/trash": null },
  ],
  ["destroys nothing that has left the trash", { kind: "destroy", from: "trash" }, row(["inbox"]), undefined],
])("an edit %s", (_, edit, before, expected) => expect(patchOf(edit, before)).toEqual(expected));
