// @vitest-environment node
/** A server that cannot say which folders have changed (RFC 8620 §5.2): they are asked for, and stand until then. */
import { expect, test } from "vitest";
import { openMail } from "./support/mail.ts";

type Call = [name: string, args: { sinceState?: string; ids?: unknown }, id: string];

test("folders stay in sight until all of them are there, and those that are gone go", async () => {
  const mail = await openMail();
  const { accountId, network, other } = mail;
  const create = { kept: { name: "Kept" }, gone: { name: "Gone" } };
  const { created } = await other.call("Mailbox/set", { accountId, create });
  const [kept, gone] = ["kept", "gone"].map((name) => created![name]!.id!) as [string, string];
  const tab = await mail.openTab();
  await tab.loadMailboxes();
  expect(tab.getMailbox(gone)?.name).toBe("Gone");
  await other.call("Mailbox/set", { accountId, destroy: [gone], update: { [kept]: { name: "Renamed" } } });

  const seen: (string | undefined)[] = [];
  network.replaces = async (body) => {
    const request = JSON.parse(body) as { methodCalls: Call[] };
    for (const [name, args] of request.methodCalls) {
      if (name === "Mailbox/changes") args.sinceState = "long-ago";
      if (name === "Mailbox/get" && args.ids === null) seen.push(tab.getMailbox(kept)?.name);
    }
    return JSON.stringify(request);
  };
  await tab.sync();
  expect(seen).toEqual(["Kept"]);
  expect(tab.getMailbox(kept)?.name).toBe("Renamed");
  expect(tab.getMailbox(gone)).toBeUndefined();
  expect(tab.findMailbox("inbox")).toBeDefined();
  await mail.close();
});
