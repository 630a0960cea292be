// @vitest-environment node
import type { Email } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type DraftContent } from "../src/store/drafts/draft-email.ts";
import { freshIds, type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;

beforeEach(async () => {
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(() => mail.close());

function draft(text: string, more: Partial<DraftContent> = {}): DraftContent {
  return {
    to: [{ name: null, email: "you@pismo.localhost" }],
    cc: [],
    bcc: [],
    subject: "Draft",
    html: `<p>${text}</p>`,
    text,
    attachments: [],
    inReplyTo: null,
    references: null,
    messageId: "one-letter@pismo.localhost",
    ...more,
  };
}

async function inFolder(role: string): Promise<Partial<Email>[]> {
  const ids = await freshIds(mail, { inMailbox: mail.boxes[role] });
  const { list } = await mail.other.call("Email/get", {
    accountId: mail.accountId,
    ids,
    fetchTextBodyValues: true,
  });
  return list;
}

const texts = (emails: Partial<Email>[]): string[] =>
  emails.map(({ bodyValues, textBody }) => bodyValues![textBody![0]!.partId!]!.value.trim());

test("one draft, replaced, never multiplied", async () => {
  let id = await tab.saveDraft(draft("1"));
  for (const text of ["2", "3", "4"]) id = await tab.saveDraft(draft(text), id);
  const drafts = await inFolder("drafts");
  expect(texts(drafts)).toEqual(["4"]);
  expect(drafts[0]).toMatchObject({
    id,
    keywords: { $draft: true, $seen: true },
    messageId: ["one-letter@pismo.localhost"],
  });
});

test("saves at the same time leave one draft", async () => {
  const first = await tab.saveDraft(draft("0"));
  await Promise.all([tab.saveDraft(draft("1"), first), tab.saveDraft(draft("2"), first)]);
  expect(texts(await inFolder("drafts"))).toEqual(["2"]);
});

test("a draft that was replaced elsewhere is not written over, nor sent", async () => {
  const second = await mail.openTab();
  const first = await tab.saveDraft(draft("0"));
  await second.saveDraft(draft("theirs"), first);
  await expect(tab.saveDraft(draft("ours"), first)).rejects.toMatchObject({ name: "DraftGone", why: "changed" });
  for (const isSaved of [false, true])
    await expect(tab.sendDraft(draft("ours"), { draftId: first, isSaved })).rejects.toMatchObject({ why: "changed" });
  expect(texts(await inFolder("drafts"))).toEqual(["theirs"]);
  expect(await inFolder("sent")).toEqual([]);
});

test("a draft that was sent elsewhere is not sent again, whichever of its versions is known here", async () => {
  const second = await mail.openTab();
  const first = await tab.saveDraft(draft("hello"));
  let sent: string | undefined;
  await second.sendDraft(draft("hello"), { draftId: first, onDraft: (id) => void (sent = id) });
  for (const draftId of [first, sent!]) {
    for (const isSaved of [false, true]) {
      const sending = tab.sendDraft(draft("hello"), { draftId, isSaved });
      await expect(sending).rejects.toMatchObject({ name: "DraftGone", why: "sent" });
    }
    await expect(tab.saveDraft(draft("hello"), draftId)).rejects.toMatchObject({ why: "sent" });
  }
  expect(await inFolder("sent")).toHaveLength(1);
  expect(await inFolder("drafts")).toEqual([]);
});

test("a draft that was deleted elsewhere comes back when it is written on, and is not sent unseen", async () => {
  const id = await tab.saveDraft(draft("1"));
  await mail.other.call("Email/set", { accountId: mail.accountId, destroy: [id] });
  await expect(tab.sendDraft(draft("2"), { draftId: id })).rejects.toMatchObject({ why: "changed" });
  await tab.saveDraft(draft("2"), id);
  expect(texts(await inFolder("drafts"))).toEqual(["2"]);
});

test("what was saved a moment ago goes out as it is, or once more where it was discarded elsewhere since", async () => {
  for (const isDiscarded of [false, true]) {
    const saved = await tab.saveDraft(draft("hello"));
    const told: string[] = [];
    const update = { [saved]: { mailboxIds: { [mail.boxes["trash"]!]: true as const } } };
    if (isDiscarded) await mail.other.call("Email/set", { accountId: mail.accountId, update });
    await tab.sendDraft(draft("hello"), { draftId: saved, isSaved: true, onDraft: (id) => void told.push(id) });
    expect(told[0]).toBe(saved);
    expect(told).toHaveLength(isDiscarded ? 2 : 1);
    expect((await inFolder("sent")).map(({ id }) => id)).toContain(told.at(-1));
  }
  expect(await inFolder("sent")).toHaveLength(2);
});

test("a save whose answer is lost leaves no second draft behind", async () => {
  mail.network.losesAnswerTo = (body) => body.includes("Email/set");
  await expect(tab.saveDraft(draft("1"))).rejects.toThrow(TypeError);
  mail.network.losesAnswerTo = undefined;
  tab.retryNow();
  await eventually(() => expect(tab.getConnection()).toBe("online"));
  await tab.saveDraft(draft("2"));
  expect(texts(await inFolder("drafts"))).toEqual(["2"]);
});

test("a save that the server refuses leaves the version before", async () => {
  const id = await tab.saveDraft(draft("1"));
  const attachments = [{ blobId: "Bnowhere", type: "image/png", name: "a.png" }];
  await expect(tab.saveDraft(draft("2", { attachments }), id)).rejects.toMatchObject({
    error: { type: "blobNotFound" },
  });
  expect(texts(await inFolder("drafts"))).toEqual(["1"]);
});

test("a sent Email stands in Sent, read and no draft; the answered Email is marked", async () => {
  const [original] = await mail.deliver(1);
  const draftId = await tab.saveDraft(draft("hello"));
  await tab.sendDraft(draft("hello, sent"), { draftId, original: { id: original!, keyword: "$answered" } });
  expect(await inFolder("drafts")).toEqual([]);
  const sent = await inFolder("sent");
  expect(texts(sent)).toEqual(["hello, sent"]);
  expect(sent[0]!.keywords).toEqual({ $seen: true });
  await eventually(async () => {
    const { list } = await mail.other.call("Email/get", { accountId: mail.accountId, ids: [original!] });
    expect(list[0]!.keywords).toEqual({ $answered: true });
  });
});

test("an answer that was taken up again from the drafts marks the Email that it answers too", async () => {
  const [id] = await mail.deliver(1, { messageId: ["asked@mail.example"] });
  await tab.sendDraft(draft("late answer", { inReplyTo: ["asked@mail.example"] }));
  await eventually(async () => {
    const { list } = await mail.other.call("Email/get", { accountId: mail.accountId, ids: [id!] });
    expect(list[0]!.keywords).toEqual({ $answered: true });
  });
});

test("an Email that is refused stays a draft, and the error has the server's own name", async () => {
  const to = [{ name: null, email: "someone@elsewhere.example" }];
  await expect(tab.sendDraft(draft("hello", { to }))).rejects.toMatchObject({ error: { type: "forbiddenToSend" } });
  expect(texts(await inFolder("drafts"))).toEqual(["hello"]);
  expect(await inFolder("sent")).toEqual([]);
});

test("an answer lost while sending: the Email goes out once", async () => {
  let id: string | undefined;
  mail.network.losesAnswerTo = (body) => body.includes("EmailSubmission/");
  await expect(tab.sendDraft(draft("once"), { onDraft: (saved) => void (id = saved) })).rejects.toThrow(TypeError);
  mail.network.losesAnswerTo = undefined;
  tab.retryNow();
  await tab.sendDraft(draft("once"), { draftId: id!, wasTried: true });
  expect(texts(await inFolder("sent"))).toEqual(["once"]);
  expect(await inFolder("drafts")).toEqual([]);
});

test("a discarded draft lies in the trash and comes back by undo", async () => {
  const id = await tab.saveDraft(draft("oh"));
  const discarded = tab.discardDraft(id);
  await eventually(async () => expect(await inFolder("trash")).toHaveLength(1));
  expect(await inFolder("drafts")).toEqual([]);
  discarded?.undo();
  await eventually(async () => expect(texts(await inFolder("drafts"))).toEqual(["oh"]));
});
