/** The process that submits what was held is killed: the next one sends nothing twice, and says what is in doubt. */
import { JmapClient, type Id } from "@pismo/jmap";
import { type ChildProcess, spawn } from "node:child_process";
import { equal } from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../../jmap/test/eventually.ts";
import { addJmapAccount } from "../../../src/bridge/account-setup/jmap-account.ts";
import { createLogger } from "../../../src/log.ts";
import { openVault } from "../../../src/store/auth/vault.ts";
import { openStore, type Store } from "../../../src/store/db/store.ts";
import { getUpstreamReminders, remindElsewhere } from "../../../src/store/snooze/upstream-reminders.ts";
import { insertHeld, listHeld } from "../../../src/store/submission/held-submissions.ts";
import { canRunCyrus } from "../../servers/cyrus.ts";
import { ann, HeldPage, type SendingCyrus, sendingCyrus } from "./held-account.ts";

describe.skipIf(!canRunCyrus)("killed", () => {
  const log = createLogger("silent");
  let cyrus: SendingCyrus;
  let page: HeldPage;
  let there: JmapClient;
  let dataDir: string;
  let store: Store;
  let accountId: Id;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    cyrus = await sendingCyrus();
    dataDir = mkdtempSync(join(tmpdir(), "pismo-held-"));
    store = await openStore({ dataDir }, log);
    const vault = await openVault(dataDir);
    accountId = await addJmapAccount(cyrus.account, { store, vault, log });
    const { username, password, jmapUrl } = cyrus.account;
    const authorization = `Basic ${btoa(`${username}:${password}`)}`;
    const inFull: typeof fetch = (input, init) => fetch(new URL(input, `${jmapUrl}/jmap/`), init);
    there = new JmapClient({ sessionUrl: `${jmapUrl}/jmap/`, headers: { authorization }, fetch: inFull });
    page = new HeldPage(there, ann);
  });
  afterEach(async () => {
    cyrus.door.cutAt = undefined;
    cyrus.door.holdAt = undefined;
    await kill();
  });
  afterAll(async () => {
    await store.close();
    await cyrus.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (): void => {
    const file = new URL("held-child.ts", import.meta.url).pathname;
    child = spawn(process.execPath, [file, dataDir], { stdio: "ignore" });
  };
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const states = () => store.read((reader) => listHeld(reader, accountId));

  async function hold(subject: string): Promise<Id> {
    const emailId = await page.draft(subject);
    await there.call("Email/set", {
      accountId: ann,
      update: { [emailId]: { "keywords/$draft": null, "keywords/$submitpending": true } },
    });
    const { list } = await there.call("Email/get", { accountId: ann, ids: [emailId], properties: ["blobId"] });
    const identities = await there.call("Identity/get", { accountId: ann });
    const envelope = {
      mailFrom: { email: ann, parameters: { HOLDFOR: "1" } },
      rcptTo: [{ email: "bob@mail.example", parameters: null }],
    };
    const [identityId, blobId] = [identities.list[0]!.id!, list[0]!.blobId!];
    const held = { emailId, blobId, identityId, subject, envelope, sendAt: new Date(), remindAfterDays: 3 };
    await store.write((tx) => insertHeld(tx, accountId, held));
    return emailId;
  }

  /** @param isHeard whether the request gets there */
  async function killAtSubmission(isHeard: boolean, place: () => Promise<string | undefined>): Promise<void> {
    const { door } = cyrus;
    const cut = new Promise<void>((resolve) => (door.onCut = resolve));
    if (isHeard) door.cutAt = '"sending"';
    else door.holdAt = '"sending"';
    start();
    await (isHeard ? cut : eventually(() => equal(door.held(), 1)));
    await kill();
    door.forget();
    if (isHeard) await eventually(async () => equal(await place(), "sent $seen"));
  }

  test.each([
    { when: "before it hears of the submission", isHeard: true, becomes: "sent", place: "sent $seen", sent: 1 },
    {
      when: "before the request got there",
      isHeard: false,
      becomes: "unknown",
      place: "drafts $seen $submitpending",
      sent: 0,
    },
  ])("killed $when, it is $becomes, and goes out no second time", async ({ when, isHeard, becomes, place, sent }) => {
    const emailId = await hold(when);
    await killAtSubmission(isHeard, () => page.placeOf(emailId));
    start();
    await eventually(async () => expect((await states()).at(-1)?.state).toBe(becomes));
    expect(await page.placeOf(emailId)).toBe(place);
    expect(cyrus.subjectsSent().filter((subject) => subject === when)).toHaveLength(sent);
  });

  const reminders = () => store.read((reader) => getUpstreamReminders(reader, { accountId, there: ann }));

  test("killed before it hears of the submission, and while it looks for an answer, it reminds once", async () => {
    const emailId = await hold("Reminded");
    await killAtSubmission(true, () => page.placeOf(emailId));
    const before = await reminders();
    expect(before.map((each) => each.emailId)).not.toContain(emailId);
    const reminderOf = async () => (await reminders()).find((each) => each.emailId === emailId);
    start();
    await eventually(async () => expect(await reminderOf()).toMatchObject({ days: null, attempts: 0 }));
    expect(Math.abs((await reminderOf())!.until!.getTime() - Date.now() - 3 * 24 * 3_600_000)).toBeLessThan(60_000);
    await kill();
    const past = new Date(Date.now() - 1000);
    await store.write((tx) => remindElsewhere(tx, { accountId, there: ann }, emailId, past));
    cyrus.door.holdAt = '"Thread/get"';
    start();
    await eventually(() => equal(cyrus.door.held(), 1));
    await kill();
    cyrus.door.forget();
    expect((await reminderOf())!.lookAt).toEqual(past);
    start();
    await eventually(async () => expect(await reminderOf()).toMatchObject({ until: past, lookAt: null }));
    expect(await page.placeOf(emailId)).toBe("sent $seen");
    expect(cyrus.subjectsSent().filter((subject) => subject === "Reminded")).toHaveLength(1);
  });

  test("killed before its time, it goes out once", async () => {
    start();
    await kill();
    const emailId = await hold("Later");
    start();
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent().filter((subject) => subject === "Later")).toHaveLength(1);
  });
});
