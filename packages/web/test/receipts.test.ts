// @vitest-environment node
/** By which address a receipt would go out, on the real server. */
import type { Email, Id, Identity } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Mail, openMail } from "./support/mail.ts";

let mail: Mail;

beforeEach(async () => {
  mail = await openMail();
  const create = { shop: { email: "you+shop@pismo.localhost", name: "The shop" } satisfies Partial<Identity> };
  await mail.other.call("Identity/set", { accountId: mail.accountId, create });
});
afterEach(() => mail.close());

const to = (email: string): Partial<Email> => ({ to: [{ name: null, email }] });

/** Of each letter. Of the tab's own modules. */
async function answerers(...letters: Partial<Email>[]): Promise<(string | undefined)[]> {
  const ids: Id[] = [];
  for (const letter of letters) ids.push(...(await mail.deliver(1, letter)));
  await mail.openTab();
  const { answererOf } = await import("../src/store/submissions/receipts.ts");
  return Promise.all(ids.map(async (id) => (await answererOf(id))?.email));
}

test("by the address that the letter came to", async () => {
  const cc = [{ name: null, email: "You+Shop@pismo.localhost" }];
  const traced = { ...to("all@mail.example"), "header:Delivered-To": " you+shop@pismo.localhost" } as Partial<Email>;
  expect(await answerers(to("you+shop@pismo.localhost"), { ...to("all@mail.example"), cc }, traced)).toEqual([
    "you+shop@pismo.localhost",
    "you+shop@pismo.localhost",
    "you+shop@pismo.localhost",
  ]);
});

test("by the account's own where the letter names none of the person's", async () => {
  expect(await answerers(to("all@mail.example"), to("you+alias@pismo.localhost"))).toEqual([
    "you@pismo.localhost",
    "you@pismo.localhost",
  ]);
});

test("none to a list, a program, or oneself", async () => {
  const list = { "header:List-Id": " <all.mail.example>" } as Partial<Email>;
  const program = { "header:Auto-Submitted": " auto-replied" } as Partial<Email>;
  const own = { from: [{ name: null, email: "you+shop@pismo.localhost" }] };
  expect(await answerers(list, program, own)).toEqual([undefined, undefined, undefined]);
});
