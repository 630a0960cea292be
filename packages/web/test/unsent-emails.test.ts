// @vitest-environment node
import type { Email } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { png } from "../../images/test/support/images.ts";
import type { SentDraft } from "../src/store/drafts/send-draft.ts";
import type { Hold } from "../src/store/drafts/submit-draft.ts";
import type { UnsentEmail } from "../src/store/drafts/unsent-email.ts";
import { freshIds, type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;

beforeEach(async () => {
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(() => mail.close());

const image = new Blob([new Uint8Array(png())]);

function unsent(more: Partial<UnsentEmail> = {}, text = "hello"): UnsentEmail {
  return {
    messageId: "unsent@pismo.localhost",
    accountId: mail.accountId,
    content: {
      to: [{ name: null, email: "you@pismo.localhost" }],
      cc: [],
      bcc: [],
      subject: "Unsent",
      html: `<p>${text}</p>`,
      text,
      inReplyTo: null,
      references: null,
    },
    files: [],
    stage: "writing",
    ...more,
  };
}

async function inFolder(role: string): Promise<Partial<Email>[]> {
  const ids = await freshIds(mail, { inMailbox: mail.boxes[role] });
  const { list } = await mail.other.call("Email/get", { accountId: mail.accountId, ids, fetchTextBodyValues: true });
  return list;
}

test("an Email that was handed over while the server was away is sent once it is back, with its files", async () => {
  mail.network.isDown = true;
  const files = [{ key: "f1", name: "a.png", type: "image/png", size: image.size, data: image }];
  await tab.finishLater(unsent({ files }), "sending");
  mail.network.isDown = false;
  expect(await inFolder("sent")).toEqual([]);
  tab.retryNow();
  await eventually(async () => expect(await inFolder("sent")).toHaveLength(1));
  const [email] = await inFolder("sent");
  expect(email!.attachments).toMatchObject([{ name: "a.png", type: "image/png", size: image.size }]);
  expect(tab.getNotices().map(({ key }) => key)).toContain("compose.sent");
  expect(await inFolder("drafts")).toEqual([]);
});

test("an Email that waits to be sent can be taken back, and is not sent then", async () => {
  mail.network.isDown = true;
  await tab.finishLater(unsent(), "sending");
  expect(await tab.takeBack("unsent@pismo.localhost")).toMatchObject({ stage: "writing" });
  mail.network.isDown = false;
  tab.retryNow();
  await eventually(() => expect(tab.getConnection()).toBe("online"));
  await tab.finishLater(unsent({ messageId: "other@pismo.localhost" }, "other"), "saving");
  expect(await inFolder("sent")).toEqual([]);
});

test("a waiting Email that the server refuses is opened again, with the reason", async () => {
  const content = { ...unsent().content, to: [{ name: null, email: "someone@elsewhere.example" }] };
  await tab.finishLater(unsent({ content }), "sending");
  expect(tab.getView().newLetterPopup).toBe(true);
  expect(await inFolder("sent")).toEqual([]);
  expect(await inFolder("drafts")).toHaveLength(1);
});

test("an answer that is lost while a waiting Email is sent: it goes out once", async () => {
  mail.network.losesAnswerTo = (body) => body.includes("EmailSubmission/");
  await tab.finishLater(unsent(), "sending");
  mail.network.losesAnswerTo = undefined;
  tab.retryNow();
  await eventually(() => expect(tab.getNotices().map(({ key }) => key)).toContain("compose.sent"));
  expect(await inFolder("sent")).toHaveLength(1);
  expect(await inFolder("drafts")).toEqual([]);
});

test("an Email of which the server does not tell whether it went out is asked about, and not sent twice", async () => {
  mail.network.losesAnswerTo = (body) => body.includes("EmailSubmission/");
  await tab.finishLater(unsent(), "sending");
  // The pauses between the tries.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(5000);
      expect(tab.getView().newLetterPopup).toBe(true);
    });
  } finally {
    vi.useRealTimers();
  }
  mail.network.losesAnswerTo = undefined;
  const [email] = await tab.allStoredUnsent();
  expect(email).toMatchObject({ stage: "writing", wasTried: true });
  await tab.sendUnsent(email!, () => undefined);
  expect(await inFolder("sent")).toHaveLength(1);
  expect((await mail.other.call("EmailSubmission/query", { accountId: mail.accountId })).ids).toHaveLength(1);
});

test("what was said of a waiting Email is over when it has gone out, and Undo in time takes it back", async () => {
  const notices = (): string[] => tab.getNotices().map(({ key }) => key);
  mail.network.isDown = true;
  tab.queueUnsent(unsent());
  await eventually(() => expect(tab.getConnection()).toBe("offline"));
  expect(notices()).toEqual(["compose.queued"]);
  mail.network.isDown = false;
  tab.retryNow();
  await eventually(() => expect(notices()).toEqual(["compose.sent"]));

  mail.network.isDown = true;
  tab.queueUnsent(unsent({ messageId: "second@pismo.localhost" }));
  tab.getNotices().at(-1)!.undo!();
  await eventually(() => expect(tab.getView().newLetterPopup).toBe(true));
  expect(await inFolder("sent")).toHaveLength(1);
});

test("a sent Email that the server holds is taken back, also when the server is away at first, and is sent again", async () => {
  const keys = (): string[] => tab.getNotices().map(({ key }) => key);
  let email = unsent();
  const hold = { forSeconds: 30 };
  const sent = await tab.sendUnsent(email, (draft) => (email = draft), hold);
  tab.noticeSent(email, sent, hold);
  expect(tab.getNotices().at(-1)).toMatchObject({ key: "compose.sent", timeout: 30_000 });
  expect((await inFolder("drafts"))[0]!.keywords).toEqual({ $seen: true, $submitpending: true });

  mail.network.isDown = true;
  tab.getNotices().at(-1)!.undo!();
  await eventually(() => expect(keys()).toContain("compose.notStopped"));
  mail.network.isDown = false;
  tab.getNotices().at(-1)!.undo!();
  await eventually(() => expect(tab.getView().newLetterPopup).toBe(true));
  expect((await inFolder("drafts"))[0]!.keywords).toEqual({ $seen: true, $draft: true });

  await tab.sendUnsent({ ...email, wasTried: false }, () => undefined);
  expect(await inFolder("sent")).toHaveLength(1);
  expect(await inFolder("drafts")).toEqual([]);
});

test("what waits is in no other work's way, and Undo after another page took it back opens the newest draft", async () => {
  let email = unsent();
  const hold = { forSeconds: 30 };
  const sent = await tab.sendUnsent(email, (draft) => (email = draft), hold);
  tab.noticeSent(email, sent, hold);
  await eventually(async () => expect(await tab.allStoredUnsent()).toMatchObject([{ stage: "held", held: sent }]));
  expect(await tab.takeBack(email.messageId)).toBeUndefined();
  const { accountId } = mail;
  const draft = { kind: "draft", emailId: email.draftId, accountId };
  expect(await tab.latestOf(email.messageId, accountId)).toEqual(draft);
  await tab.finishLater(unsent({ messageId: "other@pismo.localhost" }, "other"), "saving");
  expect(await inFolder("sent")).toEqual([]);
  expect((await mail.other.call("EmailSubmission/query", { accountId: mail.accountId })).ids).toHaveLength(1);

  await tab.deleteUnsent(email);
  tab.getNotices().at(-1)!.undo!();
  await eventually(() => expect(tab.getView().newLetterPopup).toBe(true));
  expect((await inFolder("drafts")).map(({ keywords }) => keywords)).toContainEqual({ $seen: true, $draft: true });
  expect(await inFolder("sent")).toEqual([]);
});

/** As it is said once the server has taken it. */
function say(content: Partial<UnsentEmail["content"]>, hold: Hold = { forSeconds: 30 }): void {
  const email = unsent();
  tab.noticeSent({ ...email, content: { ...email.content, ...content } }, {} as SentDraft, hold);
}

const shown = (): unknown[] => tab.getNotices().map(({ key, values }) => [key, values?.["letter"]]);

test("of several that wait, each notice says which one it is, also once the others are gone", () => {
  say({ subject: `  ${"Budget ".repeat(20)}` });
  const budget = "Budget Budget Budget Budget Budget Budget Budget…";
  expect(shown()).toEqual([["compose.sent", budget]]);
  say({ subject: "Plan" });
  say({ subject: "Plan", to: [{ name: "Anna", email: "anna@x.example" }] });
  say({ subject: "", cc: [{ name: null, email: "ben@x.example" }] }, { until: new Date(), named: "tomorrow" });
  const all = [
    ["compose.sentNamed", budget],
    ["compose.sentNamed", "Plan"],
    ["compose.sentNamed", "Anna"],
    ["compose.scheduledNamed", "you@pismo.localhost, ben@x.example"],
  ];
  expect(shown()).toEqual(all);
  for (const { id } of tab.getNotices().slice(1)) tab.dismissNotice(id);
  expect(shown()).toEqual(all.slice(0, 1));
});

test("an Email that is held is not written over, nor sent again, by another tab", async () => {
  const other = await mail.openTab();
  const first = await tab.saveUnsent(unsent());
  let sent = first;
  await tab.sendUnsent(first, (draft) => (sent = draft), { forSeconds: 30 });
  for (const email of [first, sent]) {
    await expect(other.saveUnsent(email)).rejects.toMatchObject({ name: "DraftGone", why: "sent" });
    await expect(other.sendUnsent({ ...email, wasTried: false }, () => undefined)).rejects.toMatchObject({
      why: "sent",
    });
  }
});

test("a closed Email whose draft was changed elsewhere becomes a draft of its own, and the person is told", async () => {
  const device = await mail.openTab();
  const first = await tab.saveUnsent(unsent({}, "first"));
  await device.saveUnsent(unsent({ draftId: first.draftId! }, "theirs"));
  await tab.finishLater({ ...first, content: unsent({}, "ours").content }, "saving");
  const bodies = (await inFolder("drafts")).map(
    ({ bodyValues, textBody }) => bodyValues![textBody![0]!.partId!]!.value,
  );
  expect(bodies.map((text) => text.trim()).sort()).toEqual(["ours", "theirs"]);
  expect(tab.getNotices().map(({ key }) => key)).toContain("compose.parted");
});

test("a page after a crash knows the version whose answer never came: one draft", async () => {
  const first = await tab.saveUnsent(unsent({}, "1"));
  mail.network.losesAnswerTo = (body) => body.includes("Email/set");
  await expect(tab.saveUnsent({ ...first, content: unsent({}, "2").content })).rejects.toThrow(TypeError);
  mail.network.losesAnswerTo = undefined;
  const kept = await tab.storedUnsent("unsent@pismo.localhost");
  const next = await mail.openTab();
  await next.finishLater({ ...kept!, content: unsent({}, "3").content }, "saving");
  expect(await inFolder("drafts")).toHaveLength(1);
  expect(next.getNotices()).toEqual([]);
});

test("what a form that is gone was writing becomes a draft and is offered", async () => {
  await tab.storeUnsent(unsent({}, "half a thought"));
  await tab.resumeUnsentEmails();
  await eventually(async () => expect(await inFolder("drafts")).toHaveLength(1));
  const [draft] = await inFolder("drafts");
  expect(draft).toMatchObject({ subject: "Unsent", messageId: ["unsent@pismo.localhost"] });
  const offer = tab.getNotices().find(({ key }) => key === "compose.unfinished");
  offer!.action!.perform();
  await eventually(() => expect(tab.getView().newLetterPopup).toBe(true));
});

test("an Email that was saved whole is offered as its draft, which stays as it is", async () => {
  const saved = await tab.saveUnsent(unsent());
  await tab.storeUnsent({ ...saved, isSaved: true });
  await tab.resumeUnsentEmails();
  await eventually(() => expect(tab.getNotices().map(({ key }) => key)).toContain("compose.unfinished"));
  expect(await inFolder("drafts")).toMatchObject([{ id: saved.draftId }]);
});

test("files are found again after each save: the version that had them is gone, and so may be the upload", async () => {
  const { blobId } = await mail.other.upload(mail.accountId, image, "image/png");
  const text = await mail.other.upload(mail.accountId, new Blob(["no picture"]), "image/png");
  const files = [
    { key: "f1", name: "a.png", type: "image/png", size: image.size, blobId },
    { key: "f2", name: "b.png", type: "image/png", size: text.size, blobId: text.blobId },
  ];
  const first = await tab.saveUnsent(unsent({ files }));
  expect(first.files.map((file) => file.blobId)).not.toContain(blobId);
  expect(first.files[1]).toMatchObject({ name: "b.png", type: "image/png" });
  expect(first.files[1]!.blobId).not.toBe(text.blobId);
  const second = await tab.saveUnsent({ ...first, content: { ...first.content, subject: "Again" } });
  const third = await tab.saveUnsent({ ...second, content: { ...second.content, subject: "And again" } });
  expect(await inFolder("drafts")).toMatchObject([{ id: third.draftId, subject: "And again" }]);
  const [draft] = await inFolder("drafts");
  expect(draft!.attachments).toMatchObject([
    { name: "a.png", size: image.size },
    { name: "b.png", size: text.size },
  ]);
});

test("a discarded Email lies in the trash; Undo opens it again, and it stays one draft", async () => {
  const saved = await tab.saveUnsent(unsent());
  await tab.discardUnsent(saved);
  await eventually(async () => expect(await inFolder("trash")).toHaveLength(1));
  tab.getNotices()[0]!.undo!();
  expect(tab.getView().newLetterPopup).toBe(true);
  await eventually(async () => expect(await inFolder("drafts")).toHaveLength(1));
  await tab.saveUnsent({ ...saved, content: { ...saved.content, subject: "After all" } });
  expect(await inFolder("drafts")).toMatchObject([{ subject: "After all" }]);
  expect(await inFolder("trash")).toEqual([]);
});
