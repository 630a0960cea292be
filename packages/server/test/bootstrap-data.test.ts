/** What a page begins with stands in it: for who may ask the API for the same, and for no one else. */
import { ALL_ACCOUNTS_ID, type JmapClient, BOOTSTRAP_DATA_ID, type BootstrapData, idOfMember } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountKey } from "../src/store/db/ids.ts";
import { createBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { navigation as byAddress } from "./support/calls.ts";
import { type TestServer, testServer } from "./support/server.ts";

const navigation = { ...byAddress, host: "127.0.0.1" };
const inDay = (): Date => new Date(Date.now() + 86_400_000);

let server: TestServer;

/** As the browser reads it. */
function beginningIn(html: string): BootstrapData | undefined {
  const [, text] =
    new RegExp(`<script type="application/json" id="${BOOTSTRAP_DATA_ID}">([^<]*)</script>`).exec(html) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as BootstrapData);
}

async function open(url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const answer = await server.app.inject({ method, url, headers: { ...navigation, ...headers } });
  return { answer, beginning: beginningIn(answer.body) };
}

/** @returns the id of the message */
async function put(client: JmapClient, subject: string, role = "inbox"): Promise<string> {
  const [accountId = ""] = Object.keys((await client.session()).accounts);
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const mailbox = list.find((each) => each.role === role)?.id ?? "";
  // A client's message has less than a server's.
  const message = {
    mailboxIds: { [mailbox]: true },
    subject,
    textBody: [{ partId: "1", type: "text/plain" }],
    bodyValues: { 1: { value: "text" } },
  } as object;
  const { created } = await client.call("Email/set", { accountId, create: { a: message } });
  return created!["a"]!.id!;
}

/** What is to be done tomorrow. */
const putDeadline = (accountId: string) =>
  server.store.write((tx) =>
    tx.run(
      `insert into deadline (account_id, id, group_key, place, kind, title, due_at, letters, state)
       values (?, 1, 'g', 0, 'payment', 'Power', ?, '[]', 'open')`,
      accountKey(accountId),
      inDay().toISOString().slice(0, 16),
    ),
  );

const cookieOf = async (accountId: string): Promise<string> => {
  const owner = { accountId, userAgent: "" };
  const { secret } = await server.store.write((tx) => createBrowserSession(tx, inDay(), owner));
  return `pismo_session_80=${secret}`;
};

afterEach(() => server.close());

describe("for the one person of a machine", () => {
  beforeEach(async () => {
    server = await testServer();
  });

  test("it is what the API answers, and the page is kept by no one", async () => {
    const ids = [await put(server.client, "First"), await put(server.client, "Second")].toReversed();
    const { answer, beginning } = await open("/inbox?letters=all");
    expect(answer.headers["cache-control"]).toContain("no-store");
    const { accountId } = server;
    const { list: mailboxes, state } = await server.client.call("Mailbox/get", { accountId, ids: null });
    const inbox = mailboxes.find(({ role }) => role === "inbox")?.id ?? "";
    const sort = [{ property: "receivedAt", isAscending: false }];
    const query = await server.client.call("Email/query", { accountId, filter: { inMailbox: inbox }, sort });
    expect(beginning).toMatchObject({
      accountId,
      mailboxes,
      states: { Mailbox: state },
      list: { query: { folder: "inbox" }, position: 0, ids, total: 2, queryState: query.queryState },
    });
    expect(beginning?.rows.map(({ id, subject }) => [id, subject])).toEqual([
      [ids[0], "Second"],
      [ids[1], "First"],
    ]);
    expect(beginning?.session.accounts[accountId]).toBeDefined();
  });

  test("the inbox says what will stand above it, and other folders do not", async () => {
    const { accountId, client } = server;
    await put(client, "First");
    expect((await open("/inbox")).beginning).toMatchObject({ bars: [], deadlineDays: [] });
    const on = { singleton: { isEnabled: true, textBody: "Away" } };
    await client.call("VacationResponse/set", { accountId, update: on });
    await putDeadline(accountId);
    const days = [inDay().toISOString().slice(0, 10)];
    expect((await open("/")).beginning).toMatchObject({ bars: ["vacation"], deadlineDays: days });
    expect((await open("/sent")).beginning).toMatchObject({ bars: [] });
    const hidden = { singleton: { showsDeadlines: false } };
    await client.call("Preferences/set", { accountId, update: hidden });
    const over = { singleton: { toDate: "2020-01-01T00:00:00Z" } };
    await client.call("VacationResponse/set", { accountId, update: over });
    expect((await open("/inbox")).beginning).toMatchObject({ bars: [], deadlineDays: [] });
  });

  test("every folder has its own, at its own address", async () => {
    const id = await put(server.client, "Sent", "sent");
    const { accountId } = server;
    const { created } = await server.client.call("Mailbox/set", { accountId, create: { a: { name: "Own" } } });
    expect((await open("/")).beginning?.list.query).toEqual({ folder: "inbox", threads: true });
    expect((await open("/sent")).beginning?.list).toMatchObject({ query: { folder: "sent" }, ids: [id] });
    expect((await open(`/${created!["a"]!.id}`)).beginning?.list).toMatchObject({ ids: [], total: 0 });
    for (const path of ["/email/", "/sign-in", "/nowhere", "/a/b"]) {
      expect({ path, beginning: (await open(path)).beginning }).toEqual({ path, beginning: undefined });
    }
  });

  test("a part of a list has what stands around it, and no rows; so have the pages that are no list", async () => {
    const { client, accountId } = server;
    await put(client, "First");
    const on = { singleton: { isEnabled: true, textBody: "Away" } };
    await client.call("VacationResponse/set", { accountId, update: on });
    for (const path of [
      "/inbox?read=false",
      "/inbox?q=x&letters=all",
      "/email/e1?title=First",
      `/email/e1?account=${accountId}`,
    ]) {
      const { beginning } = await open(path);
      expect(beginning).toMatchObject({ accountId, bars: ["vacation"], rows: [], threads: [] });
      expect(beginning?.list).toMatchObject({ query: { folder: "inbox" }, ids: [], total: 1 });
    }
    expect((await open("/inbox")).beginning?.rows).toHaveLength(1);
  });

  test("letters that none took are said above the inbox, and such as are on their way above every list", async () => {
    const { accountId, store } = server;
    const account = accountKey(accountId);
    await store.write(async (tx) => {
      for (const [id, state] of [
        [1, "no"],
        [2, "yes"],
        [3, "no"],
      ] as const) {
        await tx.run(
          `insert into email_submission (id, account_id, identity_id, email_id, thread_id, blob_id, envelope, send_at, undo_status, created_at)
           values (?, ?, 1, 1, 1, 'B', '{}', ?, 'final', 0)`,
          id,
          account,
          id,
        );
        await tx.run(
          `insert into submission_recipient (submission_id, account_id, position, address, state, smtp_reply, attempts, next_attempt_at)
           values (?, ?, 0, 'a@b.example', ?, '', 1, 0)`,
          id,
          account,
          state,
        );
      }
    });
    expect((await open("/inbox")).beginning).toMatchObject({ bars: ["refused2"] });
    expect((await open("/sent")).beginning).toMatchObject({ bars: [] });
  });

  test("an address that names another account, or all of them together, has the rows of that", async () => {
    const anna = await server.addMailbox("anna");
    const ids = [await put(server.client, "Mine"), await put(anna.client, "Anna's")];
    const hers = (await open(`/inbox?letters=all&account=${anna.accountId}`)).beginning;
    expect(hers).toMatchObject({ accountId: anna.accountId, list: { ids: [ids[1]], total: 1 } });
    expect(hers?.rows.map(({ subject }) => subject)).toEqual(["Anna's"]);
    expect(Object.keys(hers?.session.accounts ?? {})).toEqual([server.accountId, anna.accountId, ALL_ACCOUNTS_ID]);
    const { beginning } = await open("/inbox?account=all&letters=all");
    const named = [idOfMember(anna.accountId, ids[1]!), idOfMember(server.accountId, ids[0]!)];
    expect(beginning).toMatchObject({ accountId: ALL_ACCOUNTS_ID, list: { query: { folder: "inbox" }, ids: named } });
    expect(beginning?.rows.map(({ subject }) => subject)).toEqual(["Anna's", "Mine"]);
    expect(beginning?.mailboxes.find(({ id }) => id === "inbox")).toMatchObject({ totalEmails: 2 });
    await putDeadline(anna.accountId);
    const days = [inDay().toISOString().slice(0, 10)];
    expect((await open("/inbox?account=all")).beginning).toMatchObject({ bars: [], deadlineDays: days });
    for (const path of ["/inbox?account=a99", "/inbox?account=__proto__"])
      expect({ path, beginning: (await open(path)).beginning }).toEqual({ path, beginning: undefined });
    expect((await open("/inbox")).beginning?.accountId).toBe(server.accountId);
  });

  test("no word of a message ends the element that it stands in", async () => {
    const subject = "</script><script>alert(1)</script><!-- $& \u2028 end";
    await put(server.client, subject);
    const { answer, beginning } = await open("/inbox");
    expect(beginning?.rows[0]?.subject).toBe(subject);
    expect(answer.body.match(/<script/g)).toHaveLength(2);
    expect(answer.body).toMatch(/<\/script>\s*<\/body>/);
  });

  test("a change is in the next page", async () => {
    await put(server.client, "Before");
    expect((await open("/inbox")).beginning?.list.total).toBe(1);
    await put(server.client, "After");
    expect((await open("/inbox")).beginning?.rows[0]?.subject).toBe("After");
  });

  test.each([
    ["a reload, which begins with what the page before has kept", { "cache-control": "max-age=0" }, "GET"],
    ["what no window opens", { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" }, "GET"],
    ["a browser that does not say what it asks for", { "sec-fetch-dest": "" }, "GET"],
    ["a page of another site that leads here", { "sec-fetch-site": "cross-site" }, "GET"],
    ["HEAD", {}, "HEAD"],
  ] as const)("%s has none", async (_, headers, method) => {
    await put(server.client, "Secret");
    const { answer } = await open("/inbox", headers, method);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain("Secret");
  });

  test("from another machine, without a token, the page has nothing of it", async () => {
    await put(server.client, "Secret");
    const answer = await server.app.inject({ url: "/inbox", remoteAddress: "192.0.2.7", headers: navigation });
    expect(answer.cookies).toEqual([]);
    expect(beginningIn(answer.body)).toBeUndefined();
    expect(answer.body).not.toContain("Secret");
  });
});

describe("for several people", () => {
  beforeEach(async () => {
    server = await testServer({ checkPassword: () => () => Promise.resolve(undefined) });
  });

  test("everyone finds their own messages in it, who has not signed in none", async () => {
    const [anna, boris] = [await server.addMailbox("anna"), await server.addMailbox("boris")];
    await put(anna.client, "To Anna");
    await put(boris.client, "To Boris");
    for (const [person, subject] of [
      [anna, "To Anna"],
      [boris, "To Boris"],
      [anna, "To Anna"],
    ] as const) {
      const { beginning } = await open("/inbox", { cookie: await cookieOf(person.accountId) });
      expect(beginning?.accountId).toBe(person.accountId);
      expect(Object.keys(beginning?.session.accounts ?? {})).toEqual([person.accountId]);
      expect(beginning?.rows.map((row) => row.subject)).toEqual([subject]);
    }
    for (const cookie of ["", "pismo_session_80=wrong"]) {
      const { answer, beginning } = await open("/inbox", { cookie });
      expect(answer.statusCode).toBe(200);
      expect(beginning).toBeUndefined();
    }
    const cookie = await cookieOf(boris.accountId);
    for (const account of [anna.accountId, "all"])
      expect((await open(`/inbox?account=${account}`, { cookie })).beginning).toBeUndefined();
    const other = (await server.addMailbox("carol")).accountId;
    const { list } = await anna.client.call("Mailbox/get", { accountId: anna.accountId, ids: null });
    expect((await open(`/${list[0]!.id}`, { cookie: await cookieOf(other) })).beginning).toBeUndefined();
  });
});
