/** In front of a hosted engine: what waits goes with the credential of any session, and before the last of them ends. */
import { OUTBOX, SUBMISSION } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../jmap/test/eventually.ts";
import { canRunCyrus } from "../../servers/cyrus.ts";
import type { TestServer } from "../../support/server.ts";
import { page } from "../front.ts";
import { type SendingCyrus, sendingCyrus } from "./held-account.ts";
import { expectStates, grow, type HeldBrowser, heldRows, openFront, signedIn } from "./hosted-front.ts";

/** As the popup names a time. */
const holdUntil = (ms: number): Record<string, string> => ({
  HOLDUNTIL: new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, "Z"),
});
const inAnHour = (): Record<string, string> => holdUntil(3600_000);

describe.skipIf(!canRunCyrus)("in front of a Cyrus", () => {
  let cyrus: SendingCyrus;
  let front: TestServer;
  let own: HeldBrowser;

  beforeAll(async () => (cyrus = await sendingCyrus()));
  afterAll(() => cyrus.close());
  beforeEach(async () => {
    front = await openFront(cyrus.door.url);
    own = await signedIn(front, cyrus);
  });
  afterEach(async () => {
    cyrus.peer.messages.length = 0;
    cyrus.door.forget();
    cyrus.door.reopen();
    await front.close();
  });

  /** Its time came while the person was signed out, and the queue has seen that. */
  const isMissed = () =>
    eventually(async () => expect((await heldRows(front)).map(({ problem }) => problem)).toEqual(["signIn"]));

  test("the session says that letters can wait, where they wait, and that they go while the person is signed in", async () => {
    const { accounts, capabilities } = await own.session();
    expect(accounts[own.page.accountId]!.accountCapabilities).toMatchObject({
      [OUTBOX]: { filesPending: true, whileSignedIn: true },
      [SUBMISSION]: { maxDelayedSend: 30 * 24 * 3600 },
    });
    expect(capabilities[OUTBOX]).toEqual({ apiUrl: "http://127.0.0.1/jmap/own" });
  });

  test("accounts that others share are the engine's affair: nothing is held for them, and their calls go on", async () => {
    const shared = await cyrus.share("bob@example.org");
    const { accounts } = await own.session();
    expect(accounts[shared]!.accountCapabilities).not.toHaveProperty([OUTBOX]);
    await own.page.send("In the own account", { HOLDFOR: "3600" });
    const find = { filter: { undoStatus: "pending" as const } };
    const query = (accountId: string) => own.client.call("EmailSubmission/query", { accountId, ...find });
    expect((await query(own.page.accountId)).ids).toHaveLength(1);
    // Cyrus says so of an account in which the person may not send.
    await expect(query(shared)).rejects.toMatchObject({ type: "accountNotSupportedByMethod" });
  });

  test("taken back, it is the draft that it was; left alone, it goes once and lies in Sent", async () => {
    const { emailId, id } = await own.page.send("Taken back", { HOLDFOR: "3600" });
    expect(await own.page.placeOf(emailId)).toBe("drafts $seen $submitpending");
    expect((await own.page.cancel(id)).notUpdated).toBeNull();
    expect(await own.page.placeOf(emailId)).toBe("drafts $draft $seen");
    const gone = await own.page.send("Gone", { HOLDFOR: "1" });
    await eventually(async () => expect(await own.page.placeOf(gone.emailId)).toBe("sent $seen"));
    expect(await own.page.statusOf(gone.id)).toBe("final");
    expect(cyrus.subjectsSent()).toEqual(["Gone"]);
    expect(await own.page.outbox()).toEqual([]);
  });

  test("who signs out while it can be undone has sent it, once", async () => {
    const { emailId } = await own.page.send("Signed out", { HOLDFOR: "3600" });
    expect(await own.signOut()).toEqual({ status: 204 });
    expect(cyrus.subjectsSent()).toEqual(["Signed out"]);
    await expectStates(front, "sent");
    expect(await front.store.read((reader) => reader.all("select 1 from browser_session"))).toEqual([]);
    const next = await signedIn(front, cyrus);
    await next.page.draft("Another one");
    expect(await next.page.placeOf(emailId)).toBe("sent $seen");
    expect(await next.page.outbox()).toEqual([]);
    expect(cyrus.subjectsSent()).toEqual(["Signed out"]);
  });

  test("while another browser is signed in, a sign-out leaves the time for Undo, and that one's credential sends", async () => {
    const other = await signedIn(front, cyrus);
    const { id } = await own.page.send("On the other", { HOLDFOR: "3600" });
    await own.signOut();
    expect(cyrus.subjectsSent()).toEqual([]);
    expect(await other.page.statusOf(id)).toBe("pending");
    // The other browser ends its own session by the list of all.
    const headers = { ...page, cookie: other.cookie };
    const { list } = (await front.app.inject({ url: "/auth/sessions", headers })).json<{ list: { id: string }[] }>();
    const ended = await front.app.inject({ method: "DELETE", url: `/auth/sessions/${list[0]!.id}`, headers });
    expect(ended.statusCode).toBe(204);
    expect(cyrus.subjectsSent()).toEqual(["On the other"]);
  });

  test("ending all others keeps what waits here", async () => {
    const other = await signedIn(front, cyrus);
    await other.page.send("Stays", { HOLDFOR: "3600" });
    const headers = { ...page, cookie: own.cookie };
    expect((await front.app.inject({ method: "DELETE", url: "/auth/sessions", headers })).statusCode).toBe(204);
    expect(cyrus.subjectsSent()).toEqual([]);
    expect(await own.signOut()).toEqual({ status: 204 });
    expect(cyrus.subjectsSent()).toEqual(["Stays"]);
  });

  test("where the engine cannot be reached, the sign-out goes on, and the letter goes with the next sign-in", async () => {
    const { emailId } = await own.page.send("Unreachable", { HOLDFOR: "30" });
    cyrus.door.shut();
    expect(await own.signOut()).toEqual({ status: 204 });
    await expectStates(front, "waiting");
    cyrus.door.reopen();
    const next = await signedIn(front, cyrus);
    expect(await next.page.outbox()).toEqual(["Unreachable: waiting unreachable"]);
    await next.page.draft("Another one");
    await grow(front, 0.1);
    await eventually(async () => expect(await next.page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Unreachable"]);
  });

  test("where the engine does not answer, the sign-out ends in time, and no letter is lost or sent twice", async () => {
    const { emailId } = await own.page.send("Slow", { HOLDFOR: "3600" });
    cyrus.door.holdAt = '"sending"';
    const before = performance.now();
    expect(await own.signOut()).toEqual({ status: 204 });
    expect(performance.now() - before).toBeGreaterThan(5000);
    await expectStates(front, "asking");
    cyrus.door.forget();
    await grow(front, 0.1);
    await isMissed();
    const next = await signedIn(front, cyrus);
    await eventually(async () => expect(await next.page.outbox()).toEqual(["Slow: unknown inDoubt"]));
    await next.page.draft("Another one");
    expect(await next.page.placeOf(emailId)).toBe("drafts $seen $submitpending");
    expect(cyrus.subjectsSent()).toEqual([]);
  });

  test("sent later, it goes at its time; a sign-out before names it, and it waits for the next sign-in", async () => {
    const { emailId } = await own.page.send("Monday", inAnHour());
    expect(await own.signOut("?waiting=refuse")).toEqual({ status: 409, unsent: ["Monday"] });
    const other = await signedIn(front, cyrus);
    expect(await other.signOut("?waiting=refuse")).toEqual({ status: 204 });
    expect(await own.signOut()).toEqual({ status: 204 });
    await expectStates(front, "waiting");
    const next = await signedIn(front, cyrus);
    await next.page.draft("Another one");
    expect(await next.page.placeOf(emailId)).toBe("drafts $seen $submitpending");
    expect(await next.page.outbox()).toEqual([]);
    const soon = await next.page.send("Soon", holdUntil(1000));
    await eventually(async () => expect(await next.page.placeOf(soon.emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Soon"]);
  });

  test("a little late, it goes with the next sign-in", async () => {
    const { emailId } = await own.page.send("A little late", inAnHour());
    await own.signOut();
    await grow(front, 0.9);
    await isMissed();
    expect(cyrus.subjectsSent()).toEqual([]);
    const next = await signedIn(front, cyrus);
    await next.page.draft("Another one");
    await eventually(async () => expect(await next.page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["A little late"]);
  });

  test("much too late, it is a draft again and the outbox says so; sent now, it goes", async () => {
    const { emailId, id } = await own.page.send("Too late", inAnHour());
    await own.signOut();
    await grow(front, 1.1);
    await isMissed();
    const next = await signedIn(front, cyrus);
    await eventually(async () => expect(await next.page.outbox()).toEqual(["Too late: failed late"]));
    await next.page.draft("Another one");
    await eventually(async () => expect(await next.page.placeOf(emailId)).toBe("drafts $draft $seen"));
    expect(cyrus.subjectsSent()).toEqual([]);
    await eventually(async () => expect(await next.page.retry(id)).toEqual({ [id]: null }));
    await eventually(async () => expect(await next.page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Too late"]);
  });

  test("late because our server was off, while the person stayed signed in, it goes", async () => {
    const { emailId } = await own.page.send("Caught up", { HOLDFOR: "3600" });
    await grow(front, 5);
    await eventually(async () => expect(await own.page.placeOf(emailId)).toBe("sent $seen"));
  });

  test("what was held while the person signed out goes at once", async () => {
    cyrus.door.holdAt = '"Identity/get"';
    cyrus.door.passes = 1;
    const sending = own.page.send("In the same moment", { HOLDFOR: "3600" });
    await eventually(() => expect(cyrus.door.held()).toBe(1));
    expect(await own.signOut()).toEqual({ status: 204 });
    cyrus.door.letOn();
    await sending;
    expect(cyrus.subjectsSent()).toEqual(["In the same moment"]);
    await expectStates(front, "sent");
  });
});
