/** Servers that die or are away, a password that is changed, a folder that vanishes, a clock that jumps: afterwards the mirror is the server. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { courier, cyrus, rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { ofToday } from "../support/of-today.ts";
import { type BehindProxy, behindProxy } from "./behind-proxy.ts";
import { foreignClient, testMessage, emailsOf, mailboxNamed, sameOnBothSides, upToDate } from "./mirrored.ts";

// The poor Dovecot behaves like the rich one here: it is left out.
describe.each(ofToday([rich, courier, cyrus]))("faults with $kind", ({ canRun, start }) => {
  let server: MailServer;
  const closing: (() => unknown)[] = [];
  let users = 0;

  beforeAll(async () => {
    if (canRun) server = await start();
  });
  afterAll(() => server?.stop());
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** Under a name of its own. */
  async function setUp(): Promise<BehindProxy & { username: string }> {
    const username = `ann${++users}`;
    return { username, ...(await behindProxy(server, closing, username)) };
  }

  test.skipIf(!canRun)(
    "a server that is restarted in the middle of the first sync, through a connection that is slow and in pieces",
    async () => {
      const { proxy, mirror, client, accountId, username } = await setUp();
      for (let index = 0; index < 100; index++) {
        await client.append("INBOX", testMessage(`letter ${index}`, "x".repeat(2000)));
      }
      proxy.splitAt = 1000;
      proxy.delay = 3;
      mirror.start(accountId);
      await eventually(async () => expect((await mirror.status(accountId))?.emailsDone).toBeGreaterThan(0));
      await server.restart();
      await upToDate(mirror, accountId);
      const again = await foreignClient(server.port, username);
      closing.push(() => again.close());
      await sameOnBothSides(mirror, accountId, again);
      expect((await emailsOf(mirror, accountId)).size).toBe(100);
    },
  );

  test.skipIf(!canRun)(
    "a server that is away: said so, with the time, and gone on with by itself when it is back",
    async () => {
      const { proxy, mirror, client, accountId } = await setUp();
      await client.append("INBOX", testMessage("one"));
      mirror.start(accountId);
      await upToDate(mirror, accountId);
      proxy.isDown = true;
      proxy.cutAll();
      const { id } = (await emailsOf(mirror, accountId)).get("one")!;
      await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$seen"] }));
      await eventually(async () =>
        expect(await mirror.status(accountId)).toMatchObject({
          state: "offline",
          waiting: 1,
          problem: expect.any(String),
        }),
      );
      proxy.isDown = false;
      await sameOnBothSides(mirror, accountId, client);
      expect(await mirror.status(accountId)).toMatchObject({ problem: null });
    },
  );

  test.skipIf(!canRun)("a password that was changed: the person has to sign in, and then it goes on", async () => {
    const { proxy, mirror, client, accountId, username } = await setUp();
    await client.append("INBOX", testMessage("one"));
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    const before = server.password;
    closing.push(async () => {
      server.configure({ password: before });
      await server.restart();
    });
    server.configure({ password: "another" });
    await server.restart();
    const { id } = (await emailsOf(mirror, accountId)).get("one")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$flagged"] }));
    await eventually(async () => expect(await mirror.status(accountId)).toMatchObject({ state: "signIn", waiting: 1 }));
    const at = { host: "127.0.0.1", port: proxy.port, security: "plain", smtpUrl: null } as const;
    const next = { ...at, username, password: "another" };
    await mirror.store.write((tx) => putImapServer(tx, accountId, next, mirror.vault));
    const again = await foreignClient(server.port, username, "another");
    closing.push(() => again.close());
    await sameOnBothSides(mirror, accountId, again);
    expect((await emailsOf(mirror, accountId)).get("one")?.keywords).toEqual(["$flagged"]);
  });

  test.skipIf(!canRun)(
    "a folder that vanishes while messages are on their way to it and others in it are changed: what was put there is there",
    async () => {
      const { mirror, client, accountId } = await setUp();
      await client.append("INBOX", testMessage("one"));
      await client.mailboxCreate("Lists");
      await client.append("Lists", testMessage("two"));
      const sync = mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      const [one, two] = ["one", "two"].map(async (name) => (await emailsOf(mirror, accountId)).get(name)!.id);
      const [oneId, twoId] = [await one!, await two!];
      const lists = await mailboxNamed(mirror, accountId, "Lists");
      await mirror.stop(sync);
      await mirror.store.write((tx) => updateEmail(tx, accountId, oneId, { mailboxIds: [lists.id] }));
      await mirror.store.write((tx) => updateEmail(tx, accountId, twoId, { keywords: ["$flagged"] }));
      const bytes = Buffer.from(testMessage("three"));
      await mirror.ingest.deliver({ accountId, bytes, mailboxIds: [lists.id], keywords: ["$seen"] });
      await client.mailboxOpen("INBOX");
      await client.mailboxDelete("Lists");
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client, 60_000);
      const messages = await emailsOf(mirror, accountId, (await mailboxNamed(mirror, accountId, "Lists")).id);
      expect([...messages.keys()].toSorted()).toEqual(["one", "three"]);
      expect(messages.get("one")?.id).toBe(oneId);
    },
  );

  test.skipIf(!canRun).each([
    { which: "forward", hours: 26 },
    { which: "back", hours: -26 },
  ])("our clock jumps $which: looks go on at the usual times, and so does what is done here", async ({ hours }) => {
    const { proxy, mirror, client, accountId } = await setUp();
    await client.append("INBOX", testMessage("one"));
    mirror.start(accountId, { passIntervalMs: 300 });
    await upToDate(mirror, accountId);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3600_000 });
    await client.append("Archive", testMessage("two"));
    await eventually(async () => expect((await emailsOf(mirror, accountId)).has("two")).toBe(true));
    proxy.cutAll();
    const { id } = (await emailsOf(mirror, accountId)).get("one")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$flagged"] }));
    await sameOnBothSides(mirror, accountId, client, 60_000);
  });
});
