/** Two processes in front of a hosted engine, on one database: what waits is submitted by one of them. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { canRunCyrus } from "../servers/cyrus.ts";
import { createDatabase } from "../support/memory-store.ts";
import { type SendingCyrus, sendingCyrus } from "../upstream/held/held-account.ts";
import { type HostedProcess, hostedProcesses, pageAt, secretOf, signOutAt } from "../upstream/held/hosted-process.ts";

const subjects = ["One", "Two", "Three", "Four"];

describe.skipIf(!canRunCyrus)("two processes", () => {
  let cyrus: SendingCyrus;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let processes: ReturnType<typeof hostedProcesses>;
  let one: HostedProcess;
  let two: HostedProcess;

  beforeAll(async () => (cyrus = await sendingCyrus()));
  afterAll(() => cyrus.close());
  beforeEach(async () => {
    database = await createDatabase(inject("templateUrl"));
    processes = hostedProcesses(cyrus, {
      PISMO_DATABASE_URL: database.url,
      PISMO_SECRET_KEY: randomBytes(32).toString("base64"),
    });
    one = await processes.serve();
    two = await processes.serve();
  });
  afterEach(async () => {
    cyrus.peer.messages.length = 0;
    await processes.close();
    await database.drop();
  });

  test("a sign-out at either, in the moment in which they are due, sends each once", async () => {
    for (const url of [one.url, two.url]) {
      const secret = await secretOf(url, cyrus);
      const page = pageAt(url, secret);
      for (const subject of subjects) await page.send(subject, { HOLDFOR: "2" });
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const left = await Promise.all([signOutAt(one.url, secret), signOutAt(two.url, secret)]);
      expect(left.map(({ status }) => status)).toContain(204);
      expect(cyrus.subjectsSent().toSorted()).toEqual(subjects.toSorted());
      cyrus.peer.messages.length = 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(cyrus.subjectsSent()).toEqual([]);
  });

  test("one is killed: the other sends what was held there", async () => {
    const secret = await secretOf(one.url, cyrus);
    const { emailId } = await pageAt(one.url, secret).send("Taken over", { HOLDFOR: "3" });
    await one.kill();
    const page = pageAt(two.url, secret);
    await page.draft("Another one");
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"), 90_000);
    expect(cyrus.subjectsSent()).toEqual(["Taken over"]);
  }, 120_000);
});
