/** Looks at the whole account that are asked for at once. */
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { startScriptedImap } from "../servers/scripted-imap.ts";
import { letter, MirrorStore, upToDate } from "./mirrored.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

test("a thorough look, for which there is a new connection, is had beside a regular one too", async () => {
  const server = await startScriptedImap([{ uid: 1, source: letter("one") }]);
  const mirror = await MirrorStore.open();
  closing.push(
    () => server.close(),
    () => mirror.close(),
  );
  const accountId = await mirror.addAccount({ port: server.port });
  const sync = mirror.start(accountId, { connections: 1 });
  await upToDate(mirror, accountId);
  const logins = (): number => server.commands.filter((command) => command.startsWith("LOGIN")).length;
  expect(logins()).toBe(1);
  sync.look();
  sync.look("thorough");
  await eventually(() => expect(logins()).toBe(2));
});
