/** When many folders appear at once, the number of commands does not grow with their square. */
import { afterEach, describe, expect, test } from "vitest";
import { poor, rich } from "../servers/all.ts";
import { ofToday } from "../support/of-today.ts";
import { behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, sameOnBothSides } from "./mirrored.ts";

const FOLDERS = 15;

describe.each(ofToday([rich, poor]))("many folders at once from $kind", ({ canRun, start }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  test.skipIf(!canRun)(
    "all are fetched before the account is looked at again, and what moved is the same",
    async () => {
      const server = await start();
      closing.push(() => server.stop());
      const { proxy, mirror, client, accountId } = await behindProxy(server, closing);
      for (let index = 0; index < FOLDERS; index++) await client.append("INBOX", testMessage(`letter-${index}`));
      const first = mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      const before = await emailsOf(mirror, accountId);
      await mirror.stop(first);

      await client.mailboxOpen("INBOX");
      for (let index = 0; index < FOLDERS; index++) {
        await client.mailboxCreate(`Folder ${index}`);
        await client.messageMove("1", `Folder ${index}`);
      }
      let said = "";
      // Compressed commands (RFC 4978) cannot be read.
      proxy.rewrite = (text) => text.replaceAll(" COMPRESS=DEFLATE", "");
      proxy.onChunk = ({ from, bytes }) => {
        if (from === "client") said += bytes.toString("latin1");
        return "pass";
      };
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      expect(said.match(/^\S+ LIST "" "\*"/gm)?.length).toBeLessThan(FOLDERS / 2);
      const after = await emailsOf(mirror, accountId);
      expect([...after].map(([name, { id }]) => [name, id])).toEqual([...before].map(([name, { id }]) => [name, id]));
    },
  );
});
