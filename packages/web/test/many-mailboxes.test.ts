// @vitest-environment node
/** An account with more folders than a server gives at once. */
import type { Id } from "@pismo/jmap";
import { expect, test } from "vitest";
import { type Mail, openMail } from "./support/mail.ts";

type Call = [name: string, args: { ids?: Id[] | null }, id: string];

const callsIn = (body: string): Call[] => (JSON.parse(body) as { methodCalls: Call[] }).methodCalls;

/** Below maxObjectsInSet. */
const PIECE = 500;

async function makeMailboxes({ other, accountId }: Mail, count: number): Promise<Id[]> {
  const ids: Id[] = [];
  for (let first = 0; first < count; first += PIECE) {
    const names = Array.from({ length: PIECE }, (_, index) => `folder${10_000 + first + index}`);
    const create = Object.fromEntries(names.map((name) => [name, { name }]));
    const { created } = await other.call("Mailbox/set", { accountId, create });
    ids.push(...names.map((name) => created![name]!.id!));
  }
  return ids;
}

/** Asked for all folders the server counts them, as RFC 8620 §5.1 lets it: it is asked for too many by their ids. */
function countAll(body: string): string {
  const all = Array.from({ length: 1001 }, (_, index) => `m${1_000_000 + index}`);
  const request = JSON.parse(body) as { methodCalls: Call[] };
  for (const [name, args] of request.methodCalls) if (name === "Mailbox/get" && args.ids === null) args.ids = all;
  return JSON.stringify(request);
}

/** Asks for some folders: not for all, nor for the state alone. */
const isPiece = (body: string): boolean =>
  callsIn(body).some(([name, { ids }]) => name === "Mailbox/get" && ids !== null && ids?.length !== 0);

test("all folders are there where the server refuses to give them at once, whatever changes between two pieces", async () => {
  const mail = await openMail();
  const { accountId, network, other } = mail;
  const made = await makeMailboxes(mail, 2500);
  const destroyed = made.slice(0, 3);
  let pieces = 0;
  let renamed = "";
  network.replaces = async (body) => {
    if (isPiece(body) && ++pieces === 2) {
      await other.call("Mailbox/set", { accountId, destroy: destroyed });
      const update = { [made[5]!]: { name: "Renamed in between" } };
      await other.call("Mailbox/set", { accountId, update, create: { late: { name: "Late" } } });
      renamed = made[5]!;
    }
    return countAll(body);
  };
  const tab = await mail.openTab();
  await tab.loadMailboxes();
  expect(pieces).toBe(3);
  expect(network.requests.some((body) => callsIn(body).some(([, { ids }]) => ids === null))).toBe(true);
  const missing = () => made.filter((id) => !destroyed.includes(id) && tab.getMailbox(id) === undefined);
  expect(missing()).toEqual([]);

  const stop = tab.startPush();
  await expect.poll(() => tab.getMailbox(renamed)?.name, { timeout: 10_000 }).toBe("Renamed in between");
  const { list } = await other.call("Mailbox/get", { accountId, ids: null });
  const known = () => list.filter(({ id }) => tab.getMailbox(id!) !== undefined).length;
  await expect.poll(known, { timeout: 10_000 }).toBe(list.length);
  await expect.poll(() => destroyed.filter((id) => tab.getMailbox(id) !== undefined), { timeout: 10_000 }).toEqual([]);
  stop();
  await mail.close();
});
