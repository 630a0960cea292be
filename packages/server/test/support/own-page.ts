/** A JMAP client with the session of our own page, which alone may see several accounts together. */
import { type Id, JmapClient } from "@pismo/jmap";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { navigation } from "./calls.ts";
import type { TestServer } from "./server.ts";

export interface OwnPage {
  page: JmapClient;
  /** Of its session. */
  cookie: string;
}

export async function openOwnPage(t: TestServer): Promise<OwnPage> {
  const opened = await t.app.inject({
    url: await t.link(),
    headers: { ...navigation, host: "127.0.0.1", "x-forwarded-for": "203.0.113.5" },
  });
  const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const sessionUrl = "http://127.0.0.1/.well-known/jmap";
  return { cookie, page: new JmapClient({ sessionUrl, headers: { cookie }, fetch: t.fetch }) };
}

/** The same beside two further accounts. */
export async function openPageOfThree(t: TestServer): Promise<OwnPage & { members: Id[] }> {
  const others = await t.store.write(async (tx) => [
    await createAccount(tx, { name: "Work", email: "work@pismo.localhost" }),
    await createAccount(tx, { name: "Club", email: "club@pismo.localhost" }),
  ]);
  return { ...(await openOwnPage(t)), members: [t.accountId, ...others.map(({ id }) => id)] };
}
