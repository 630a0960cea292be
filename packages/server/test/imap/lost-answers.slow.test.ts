/** A message was put into a folder, the answer was lost, and the folder is another when we come back: the message is there once. */
import type { ImapFlow } from "imapflow";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { courier, poor } from "../servers/all.ts";
import { startFaultProxy } from "../servers/fault-proxy.ts";
import { foreignClient, testMessage, emailsOf, mailboxNamed, MirrorStore, sameOnBothSides } from "./mirrored.ts";

const moveAll = async (client: ImapFlow, from: string, to: string): Promise<void> => {
  await client.mailboxCreate(to);
  await client.mailboxOpen(from);
  await client.messageMove("1:*", to);
  await client.mailboxOpen("INBOX");
  await client.mailboxDelete(from);
};

describe.each([
  {
    what: "has other uids (UIDVALIDITY)",
    home: "Lists",
    change: async (client: ImapFlow) => {
      await moveAll(client, "Lists", "Aside");
      await moveAll(client, "Aside", "Lists");
    },
  },
  { what: "has another name", home: "Renamed", change: (client: ImapFlow) => moveAll(client, "Lists", "Renamed") },
])("when the folder $what", ({ home, change }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  for (const { kind, canRun, start } of [poor, courier])
    test.skipIf(!canRun)(`with ${kind}`, async () => {
      const server = await start();
      const proxy = await startFaultProxy(server.port);
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port);
      closing.push(
        () => server.stop(),
        () => proxy.close(),
        () => client.close(),
        () => mirror.close(),
      );
      await client.mailboxCreate("Lists");
      for (let index = 0; index < 45; index++) await client.append("Lists", testMessage(`letter ${index}`));
      const accountId = await mirror.addAccount({ port: proxy.port });
      proxy.rewrite = (text) => text.replaceAll(" COMPRESS=DEFLATE", "");
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);

      let isLost = false;
      proxy.onChunk = ({ from, bytes }) => {
        if (from === "server" && isLost) return "cut-before";
        if (from === "client" && bytes.includes("Subject: mine")) isLost = proxy.isDown = true;
        return "pass";
      };
      const lists = await mailboxNamed(mirror, accountId, "Lists");
      await mirror.ingest.deliver({ accountId, bytes: Buffer.from(testMessage("mine")), mailboxIds: [lists.id] });
      const { id } = (await emailsOf(mirror, accountId)).get("mine")!;
      await eventually(async () => {
        expect(isLost).toBe(true);
        expect((await client.status("Lists", { messages: true })) || {}).toMatchObject({ messages: 46 });
      });
      await eventually(async () => expect(await mirror.status(accountId)).toMatchObject({ state: "offline" }));
      await change(client);
      isLost = proxy.isDown = false;
      proxy.onChunk = undefined;
      await sameOnBothSides(mirror, accountId, client);
      expect((await emailsOf(mirror, accountId)).get("mine")).toMatchObject({
        id,
        mailboxIds: [(await mailboxNamed(mirror, accountId, home)).id],
      });
      expect((await client.mailboxOpen(home)).exists).toBe(46);
    });
});
