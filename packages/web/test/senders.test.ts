// @vitest-environment node
import type { Identity } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;

beforeEach(async () => {
  mail = await openMail();
  const create = { shop: { email: "you+shop@pismo.localhost", name: "The shop" } satisfies Partial<Identity> };
  await mail.other.call("Identity/set", { accountId: mail.accountId, create });
  tab = await mail.openTab();
});
afterEach(() => mail.close());

/** Of the tab's own modules. */
const begin = async () => {
  const { chosenAs, sendersFor } = await import("../src/features/compose/sender/senders.ts");
  const { getAccount } = await import("../src/store/session/session.ts");
  const asked = await sendersFor({ kind: "new" }, getAccount());
  return chosenAs(asked, { from: { name: "The shop", email: "you+shop@pismo.localhost" } });
};

const addresses = (identities: readonly Identity[] | undefined) => identities?.map(({ email }) => email);
const all = ["you@pismo.localhost", "you+shop@pismo.localhost"];

test("identities that come too late to begin with are there later, and the one that the draft names", async () => {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  mail.network.answerWaits = (body) => (body.includes("Identity/get") ? held : undefined);
  const senders = await begin();
  expect(senders).toMatchObject({ identities: [], identity: undefined, writtenAs: { from: { name: "The shop" } } });
  release();
  const later = await senders.later;
  expect(addresses(later?.identities)).toEqual(all);
  expect(later?.identity?.name).toBe("The shop");
});

test("a server that is away is asked once it is back, and nothing waits for it", async () => {
  mail.network.isDown = true;
  const senders = await begin();
  expect(senders.identities).toEqual([]);
  mail.network.isDown = false;
  tab.retryNow();
  await eventually(() => expect(tab.getConnection()).toBe("online"));
  expect(addresses((await senders.later)?.identities)).toEqual(all);
});

test("in time, nothing comes later", async () => {
  const senders = await begin();
  expect(addresses(senders.identities)).toEqual(all);
  expect(senders.later).toBeUndefined();
});
