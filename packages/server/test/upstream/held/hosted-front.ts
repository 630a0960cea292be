/** A Pismo in front of a Cyrus that sends, and a person who signs in there. */
import { JmapClient, type Session } from "@pismo/jmap";
import { expect } from "vitest";
import type { HeldSubmission } from "../../../src/store/submission/held-submissions.ts";
import { toHeld } from "../../../src/store/submission/held-submissions.ts";
import { type TestOptions, type TestServer, testServer } from "../../support/server.ts";
import { enter, page } from "../front.ts";
import { ann, HeldPage, type SendingCyrus } from "./held-account.ts";

/** A browser of the person's. */
export interface HeldBrowser {
  cookie: string;
  client: JmapClient;
  page: HeldPage;
  session(): Promise<Session>;
  /** @returns the status */
  signOut(query?: string): Promise<{ status: number; unsent?: string[] }>;
}

export const openFront = (url: string, options: TestOptions = {}): Promise<TestServer> =>
  testServer({ upstreamUrl: url, sends: true, ...options });

export function browserWith(front: TestServer, cookie: string): HeldBrowser {
  const sessionUrl = "http://127.0.0.1/.well-known/jmap";
  const client = new JmapClient({ sessionUrl, headers: { ...page, cookie }, fetch: front.fetch });
  return {
    cookie,
    client,
    page: new HeldPage(client, ann),
    session: () => client.session(true),
    async signOut(query = "") {
      const url = `/auth/sign-out${query}`;
      const answer = await front.app.inject({ method: "POST", url, headers: { ...page, cookie } });
      const status = answer.statusCode;
      return status === 204 ? { status } : { status, ...answer.json<{ unsent?: string[] }>() };
    },
  };
}

export async function signedIn(front: TestServer, { account }: SendingCyrus): Promise<HeldBrowser> {
  return browserWith(front, await enter(front, account.username, account.password));
}

/** What is held, the oldest first. */
export const heldRows = ({ store }: TestServer): Promise<HeldSubmission[]> =>
  store.read(async (reader) =>
    (await reader.all<Parameters<typeof toHeld>[0]>("select * from held_submission order by id")).map(toHeld),
  );

export async function expectStates(front: TestServer, ...states: string[]): Promise<void> {
  expect((await heldRows(front)).map(({ state }) => state)).toEqual(states);
}

/** As if it had been due for so long. */
export async function grow({ store }: TestServer, hours: number): Promise<void> {
  const sql = "update held_submission set send_at = ?, next_attempt_at = 0";
  await store.write(async (tx) => void (await tx.run(sql, Date.now() - hours * 3600_000)));
}
