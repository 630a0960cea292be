/** Servers that ask for a pause, or answer no more connections: no change is dropped or rolled back, and sync resumes. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { listMirrorRefusals } from "../../src/store/mirror/mirror-refusals.ts";
import { courier, cyrus, rich } from "../servers/all.ts";
import { ofToday } from "../support/of-today.ts";
import { type BehindProxy, behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, mailboxNamed, sameOnBothSides, upToDate } from "./mirrored.ts";

// Each in the words of another provider: which server is behind does not matter to them.
const kinds = [
  { ...rich, words: "BAD Request is throttled. Suggested Backoff Time: 300 milliseconds" },
  { ...courier, words: "NO [ALERT] Account exceeded command or bandwidth limits. (Failure)" },
  { ...cyrus, words: "NO [THROTTLED] Not so fast" },
];

describe.each(ofToday(kinds))("$kind", ({ canRun, start, words }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  async function setUp(): Promise<BehindProxy> {
    const server = await start();
    closing.push(() => server.stop());
    const all = await behindProxy(server, closing);
    // Compressed commands (RFC 4978) cannot be read.
    all.proxy.rewrite = (text) => text.replaceAll(" COMPRESS=DEFLATE", "");
    return all;
  }

  test.skipIf(!canRun)(
    `says "${words}" to what is asked of messages: it is left alone for a while, and what was done here waits`,
    async () => {
      const { proxy, mirror, client, accountId } = await setUp();
      await client.mailboxCreate("Lists");
      for (const name of ["one", "two"]) await client.append("INBOX", testMessage(name));
      await client.append("Lists", testMessage("three"));
      const sync = mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      const messages = await emailsOf(mirror, accountId);
      const idOf = (name: string) => messages.get(name)!.id;
      const trash = (await mailboxNamed(mirror, accountId, "trash")).id;
      let refused = 0;
      proxy.answer = (command) => {
        if (/^(CAPABILITY|ID|LOGIN|AUTHENTICATE|ENABLE|NAMESPACE|LOGOUT)\b/i.test(command)) return undefined;
        refused++;
        return words;
      };
      await mirror.store.write(async (tx) => {
        await updateEmail(tx, accountId, idOf("one"), { keywords: ["$flagged"] });
        await updateEmail(tx, accountId, idOf("two"), { mailboxIds: [trash] });
      });
      // More often than a change is tried before a refusal is final.
      for (let times = 1; times <= 5; times++) {
        const before = refused;
        sync.requestPass();
        await eventually(async () => {
          expect(refused).toBeGreaterThan(before);
          expect(await mirror.status(accountId)).toMatchObject({
            state: "offline",
            problem: expect.stringMatching(/^busy: /),
            waiting: 2,
          });
        });
      }
      proxy.answer = undefined;
      sync.requestPass();
      await sameOnBothSides(mirror, accountId, client);
      const after = await emailsOf(mirror, accountId);
      expect(after.get("one")).toMatchObject({ id: idOf("one"), keywords: ["$flagged"] });
      expect(after.get("two")).toMatchObject({ id: idOf("two"), mailboxIds: [trash] });
      expect(after.get("three")?.id).toBe(idOf("three"));
      expect(await mirror.store.read((reader) => listMirrorRefusals(reader, accountId))).toEqual([]);
    },
  );

  test.skipIf(!canRun)(
    "answers one connection and lets the others wait: a message opens by the one that it answers",
    async () => {
      const { proxy, mirror, client, accountId } = await setUp();
      proxy.answersAtOnce = 1;
      await client.append("INBOX", testMessage("one"));
      mirror.start(accountId);
      await eventually(async () => expect((await emailsOf(mirror, accountId)).has("one")).toBe(true));
      const { blobId } = (await emailsOf(mirror, accountId)).get("one")!;
      expect(await mirror.store.blobsOf(accountId).get(blobId)).toEqual(Buffer.from(testMessage("one")));
      // Still no refusal: they were not dropped.
      expect(proxy.silent).toBe(2);
      await upToDate(mirror, accountId);
    },
  );
});
