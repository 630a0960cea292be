// @vitest-environment node
/** A letter on its way to another account: all of it is in one of the two at every moment. */
import type { Email, Id } from "@pismo/jmap";
import { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import type { ComposeSession } from "../src/features/compose/session/compose-session.ts";
import type { AccountInfo } from "../src/store/index.ts";
import { type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;
let page: JSDOM;
let session: ComposeSession;
let you: AccountInfo;
let anna: AccountInfo;
/** Of the form that has the letter. */
let close: () => void;

beforeEach(async () => {
  page = new JSDOM("", { pretendToBeVisual: true });
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.window.document);
  mail = await openMail();
  const { accountId: annaId } = await mail.server.addMailbox("anna");
  tab = await mail.openTab();
  const { accountWith } = await import("../src/store/session/all-accounts.ts");
  [you, anna] = [accountWith(mail.accountId), accountWith(annaId)];
  await begin();
});
afterEach(async () => {
  close();
  await mail.close();
  vi.unstubAllGlobals();
});

/** A letter with a file, saved in the first account. */
async function begin(): Promise<void> {
  const { openSession } = await import("../src/features/compose/session/open-session.ts");
  const { ComposeSession: Session } = await import("../src/features/compose/session/compose-session.ts");
  const asked = { request: { kind: "new" }, account: you, language: "en" } as const;
  const opened = await openSession(asked, undefined, new AbortController().signal);
  if (!("start" in opened)) throw new Error("The letter was not opened");
  session = new Session(opened.start, opened.lock, you, () => close());
  close = session.open();
  const { blobId, size } = await mail.other.upload(mail.accountId, new Blob(["a plan"]), "text/plain");
  const file = { key: "plan", name: "plan.txt", type: "text/plain", size, blobId, progress: 1 };
  session.change({ subject: "A plan" });
  session.files.take([file], 1000);
  await eventually(async () => expect(await draftsOf(you.accountId)).toMatchObject([whole]));
  await eventually(() => expect(session.get().status).toBe("saved"));
}

const whole = { subject: "A plan", attachments: [{ name: "plan.txt" }] };

async function draftsOf(accountId: Id): Promise<Partial<Email>[]> {
  const { list: boxes } = await mail.other.call("Mailbox/get", { accountId, ids: null });
  const drafts = boxes.find(({ role }) => role === "drafts");
  const { ids } = await mail.other.call("Email/query", { accountId, filter: { inMailbox: drafts!.id! } });
  return (await mail.other.call("Email/get", { accountId, ids, properties: ["subject", "attachments"] })).list;
}

/** As an account without a signature brings it. */
const nothingNew = async () => () => undefined;

/** Files go no further in this direction until the promise is resolved. */
function holdFiles(method: "GET" | "POST") {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => {
    mail.network.fileWaits = (asked) => {
      if (asked !== method) return undefined;
      resolve();
      return released;
    };
  });
  return { reached, release };
}

/** The person looks at another tab. */
function hidePage(): void {
  Object.defineProperty(page.window.document, "visibilityState", { value: "hidden" });
  page.window.document.dispatchEvent(new page.window.Event("visibilitychange"));
}

test("the draft that was left goes only once the other account has its files", async () => {
  const left = await draftsOf(you.accountId);
  const upload = holdFiles("POST");
  await session.move(anna, nothingNew);
  await eventually(async () =>
    expect(await draftsOf(anna.accountId)).toMatchObject([{ subject: "A plan", attachments: [] }]),
  );
  await eventually(() => expect(session.get().status).toBe("saved"));
  expect((await tab.storedUnsent(session.messageId))!.left).toEqual([
    { accountId: you.accountId, draftId: left[0]!.id },
  ]);
  expect(await draftsOf(you.accountId)).toEqual(left);
  upload.release();
  await eventually(async () => expect(await draftsOf(anna.accountId)).toMatchObject([whole]));
  await eventually(async () => expect(await draftsOf(you.accountId)).toEqual([]));
});

test("a letter that goes back before its files have come leaves nothing behind, and loses nothing", async () => {
  const upload = holdFiles("POST");
  await session.move(anna, nothingNew);
  await eventually(async () => expect(await draftsOf(anna.accountId)).toHaveLength(1));
  await session.move(you, nothingNew);
  upload.release();
  await eventually(async () => expect(await draftsOf(you.accountId)).toMatchObject([whole]));
  await eventually(async () => expect(await draftsOf(anna.accountId)).toEqual([]));
});

test("while its files are fetched a letter is neither sent nor given to a second account, and is stored here", async () => {
  const fetched = holdFiles("GET");
  session.change({ subject: "Typed last", to: [{ name: null, email: "you@pismo.localhost" }] });
  const moving = session.move(anna, nothingNew);
  expect(session.get().isMoving).toBe(true);
  await fetched.reached;
  expect(await session.send()).toBeUndefined();
  const second = vi.fn<() => Promise<() => void>>();
  await session.move(anna, second);
  expect(second).not.toHaveBeenCalled();
  hidePage();
  await eventually(async () => expect((await tab.storedUnsent(session.messageId))?.content.subject).toBe("Typed last"));
  // It is closed before it is in the other account: it stays in this one.
  close();
  await eventually(async () => expect(await draftsOf(you.accountId)).toMatchObject([{ subject: "Typed last" }]));
  fetched.release();
  await moving;
  expect(session.get()).toMatchObject({ isMoving: false, isSending: false, account: { accountId: you.accountId } });
  expect(await draftsOf(anna.accountId)).toEqual([]);
});

test("a letter that is discarded on its way does not come back", async () => {
  const fetched = holdFiles("GET");
  session.change({ subject: "Thrown away" });
  const moving = session.move(anna, nothingNew);
  await fetched.reached;
  await session.cancel();
  fetched.release();
  await moving;
  hidePage();
  expect(await tab.allStoredUnsent()).toEqual([]);
  for (const id of [you.accountId, anna.accountId])
    await eventually(async () => expect(await draftsOf(id)).toEqual([]));
});

test("where an account cannot write, or a file cannot be had, the letter goes on as it was", async () => {
  await expect(session.move(anna, () => Promise.reject(new Error("No identity")))).rejects.toThrow("No identity");
  mail.network.isDown = true;
  await expect(session.move(anna, nothingNew)).rejects.toThrow(TypeError);
  mail.network.isDown = false;
  session.change({ subject: "Written on" });
  await eventually(async () =>
    expect(await draftsOf(you.accountId)).toMatchObject([{ ...whole, subject: "Written on" }]),
  );
  expect(await draftsOf(anna.accountId)).toEqual([]);
});

test("another tab takes the letter over under the Message-ID that it has in the other account", async () => {
  await session.move(anna, nothingNew);
  const lock = await tab.lockDraft(session.messageId, { takesOver: true });
  expect(lock).toMatchObject({ hasWaited: true });
  lock!.release();
  await eventually(async () => expect(await draftsOf(anna.accountId)).toMatchObject([whole]));
});
