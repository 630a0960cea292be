/** A server in front of a hosted engine is killed while a letter is held, submitted or its person signs out. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { equal } from "node:assert/strict";
import { eventually } from "../../../../jmap/test/eventually.ts";
import { createLogger } from "../../../src/log.ts";
import { openStore } from "../../../src/store/db/store.ts";
import { canRunCyrus } from "../../servers/cyrus.ts";
import { type HeldPage, type SendingCyrus, sendingCyrus } from "./held-account.ts";
import { type HostedProcess, hostedProcesses, pageAt, secretOf, signOutAt } from "./hosted-process.ts";

describe.skipIf(!canRunCyrus)("killed", () => {
  let cyrus: SendingCyrus;
  let processes: ReturnType<typeof hostedProcesses>;
  let server: HostedProcess;
  let secret: string;
  let page: HeldPage;

  beforeAll(async () => (cyrus = await sendingCyrus()));
  afterAll(() => cyrus.close());
  beforeEach(async () => {
    processes = hostedProcesses(cyrus);
    server = await processes.serve();
    secret = await secretOf(server.url, cyrus);
    page = pageAt(server.url, secret);
  });
  afterEach(async () => {
    cyrus.door.forget();
    cyrus.door.cutAt = undefined;
    cyrus.peer.messages.length = 0;
    await processes.close();
  });

  /** @param isDue as if time had passed */
  async function startAgain(isDue = false): Promise<void> {
    await server.kill();
    cyrus.door.forget();
    if (isDue) {
      const store = await openStore({ dataDir: processes.command.dataDir }, createLogger("silent"));
      await store.write(async (tx) => void (await tx.run("update held_submission set next_attempt_at = 0")));
      await store.close();
    }
    server = await processes.serve(Number(new URL(server.url).port));
  }

  test("while it waits, it goes at its time", async () => {
    const { emailId } = await page.send("Waits", { HOLDFOR: "2" });
    await startAgain();
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Waits"]);
  });

  test("before its draft was marked, it goes at its time", async () => {
    cyrus.door.holdAt = '"keywords/$submitpending":true';
    const sending = page.send("Not marked", { HOLDFOR: "2" }).catch((error: unknown) => error);
    await eventually(() => equal(cyrus.door.held(), 1));
    await startAgain();
    expect(await sending).toBeInstanceOf(Error);
    await eventually(() => expect(cyrus.subjectsSent()).toEqual(["Not marked"]));
  });

  test.each([
    {
      when: "before the engine heard of it",
      isHeard: false,
      place: "drafts $seen $submitpending",
      outbox: ["Signed out: unknown inDoubt"],
      sent: [],
    },
    { when: "before the answer was there", isHeard: true, place: "sent $seen", outbox: [], sent: ["Signed out"] },
  ])("by the sign-out, $when, it is not sent twice", async ({ isHeard, place, outbox, sent }) => {
    const { emailId } = await page.send("Signed out", { HOLDFOR: "3600" });
    const cut = new Promise<void>((resolve) => (cyrus.door.onCut = resolve));
    if (isHeard) cyrus.door.cutAt = '"sending"';
    else cyrus.door.holdAt = '"sending"';
    const leaving = signOutAt(server.url, secret).catch((error: unknown) => error);
    await (isHeard ? cut : eventually(() => equal(cyrus.door.held(), 1)));
    await startAgain(true);
    await leaving;
    // The session is still there: it ends after the letter has gone.
    await eventually(async () => expect([await page.placeOf(emailId), await page.outbox()]).toEqual([place, outbox]));
    expect(cyrus.subjectsSent()).toEqual(sent);
    expect((await signOutAt(server.url, secret)).status).toBe(204);
    expect(cyrus.subjectsSent()).toEqual(sent);
  });

  test("when the person has signed out, what has a time goes with the next sign-in", async () => {
    const until = new Date(Date.now() + 1000).toISOString().replace(/\.\d+Z$/, "Z");
    const { emailId } = await page.send("Later", { HOLDUNTIL: until });
    expect((await signOutAt(server.url, secret)).status).toBe(204);
    await startAgain();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(cyrus.subjectsSent()).toEqual([]);
    const next = pageAt(server.url, await secretOf(server.url, cyrus));
    await next.draft("Another one");
    await eventually(async () => expect(await next.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Later"]);
  });
});
