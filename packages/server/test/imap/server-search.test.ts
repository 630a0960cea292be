/** Words in messages that are not here yet: their server is searched. */
import type { Id, PartialResults } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { type ServerSearches, startServerSearches, wordsToSearch } from "../../src/bridge/imap/bodies/server-search.ts";
import { createLogger } from "../../src/log.ts";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { stateOf } from "../../src/store/db/changes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { emailQueryChanges } from "../../src/store/query/email-query-changes.ts";
import type { EmailFilter } from "../../src/store/query/email-filter.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { keyOf } from "../../src/store/db/ids.ts";
import { setMirrorState } from "../../src/store/mirror/imap-accounts.ts";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";
import { rewriteEmail } from "../../src/store/mail/rewrite-email.ts";
import { askServer, nextServerSearch, partialResults } from "../../src/store/mirror/server-searches.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { foreignClient, testMessage, MirrorStore, upToDate } from "./mirrored.ts";

test("a word is asked for by what it has in common with its forms, a phrase as it stands", () => {
  expect(wordsToSearch("встречи")).toEqual(["встреч"]);
  expect(wordsToSearch("waterproof boots")).toEqual(["waterproof", "boot"]);
  expect(wordsToSearch('"rubber boots"')).toEqual(["rubber boots"]);
});

describe.skipIf(!canRunDovecot)("a search that asks Dovecot", () => {
  let dovecot: Dovecot;
  let mirror: MirrorStore;
  let client: ImapFlow;
  let accountId: Id;
  let searches: ServerSearches | undefined;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    const username = `searcher${++users}`;
    mirror = await MirrorStore.open();
    client = await foreignClient(dovecot.port, username);
    await client.mailboxCreate("Shed");
    await client.append("INBOX", testMessage("boots", "They are waterproof, and the laces are strong.\r\n"));
    await client.append("INBOX", testMessage("lamp", "Встречаемся у входа в музей.\r\n"));
    await client.append("Shed", testMessage("tools", "Waterproof paint for the fence.\r\n"));
    accountId = await mirror.addAccount({ port: dovecot.port, username });
    const sync = mirror.start(accountId);
    await upToDate(mirror, accountId);
    await mirror.stop(sync);
    await forgetTexts();
  });
  afterEach(async () => {
    await searches?.close();
    searches = undefined;
    await mirror.close();
    await client.logout();
  });

  const all = async () => {
    const { ids } = await mirror.store.read((reader) => queryEmails(reader, accountId, {}));
    return mirror.store.read((reader) => getEmails(reader, accountId, ids));
  };

  /** Emails with their headers alone. */
  async function forgetTexts(): Promise<void> {
    const emails = await all();
    await mirror.store.write(async (tx) => {
      for (const { id, threadId, headers } of emails) {
        await tx.run("update email set is_partial = 1 where id = ?", keyOf("e", id));
        const header = Buffer.from(testMessage(headers.subject ?? "", ""));
        const at = { key: keyOf("e", id), threadKey: keyOf("t", threadId) };
        await rewriteEmail(tx, accountId, at, prepareEmail(parseMessage(header)));
      }
    });
  }

  const start = (): void => {
    const { store, ingest, vault } = mirror;
    searches = startServerSearches(accountId, { store, ingest, vault, log: createLogger("silent") });
  };

  const look = async (filter: EmailFilter): Promise<PartialResults | undefined> => {
    const partial = await mirror.store.read((reader) => partialResults(reader, accountId, filter));
    if (partial?.toAsk.length) await mirror.store.write((tx) => askServer(tx, accountId, partial.toAsk));
    return partial?.results;
  };

  const subjectsOf = async (filter: EmailFilter): Promise<string[]> => {
    const { ids } = await mirror.store.read((reader) => queryEmails(reader, accountId, { filter }));
    const emails = await mirror.store.read((reader) => getEmails(reader, accountId, ids));
    return emails.map(({ headers }) => headers.subject ?? "").toSorted();
  };

  const settled = (filter: EmailFilter, server: PartialResults["server"]) =>
    eventually(async () => expect(await look(filter)).toMatchObject({ server }));

  test("finds words of texts that are not here, and what it finds joins the list as changed", async () => {
    const filter = { text: "waterproof" };
    const sinceQueryState = await mirror.store.read((reader) => stateOf(reader, accountId, "Email"));
    expect(await look(filter)).toEqual({ notLoaded: 3, server: "asking" });
    expect(await subjectsOf(filter)).toEqual([]);
    start();
    await settled(filter, "asked");
    expect(await subjectsOf(filter)).toEqual(["boots", "tools"]);
    const { added } = await mirror.store.read((reader) =>
      emailQueryChanges(reader, accountId, { filter, sinceQueryState }),
    );
    expect(added).toHaveLength(2);
  });

  test("asks for all the words, in any script, and within a folder", async () => {
    start();
    await settled({ body: "музее" }, "asked");
    expect(await subjectsOf({ body: "музее" })).toEqual(["lamp"]);
    await settled({ text: "waterproof fence" }, "asked");
    expect(await subjectsOf({ text: "waterproof fence" })).toEqual(["tools"]);
    const shed = (await all()).find(({ headers }) => headers.subject === "tools")!.mailboxIds[0]!;
    const filter = { operator: "AND" as const, conditions: [{ inMailbox: shed }, { text: "waterproof" }] };
    await settled(filter, "asked");
    expect(await look(filter)).toEqual({ notLoaded: 1, server: "asked" });
    expect(await subjectsOf(filter)).toEqual(["tools"]);
  });

  test("says nothing where the header is all that is asked for, or every text is here", async () => {
    expect(await look({ subject: "boots" })).toBeUndefined();
    expect(await look({ text: "wa" })).toEqual({ notLoaded: 3, server: "notAsked" });
    await mirror.store.write((tx) => tx.run("update email set is_partial = 0"));
    expect(await look({ text: "waterproof" })).toBeUndefined();
  });

  test("leaves a message to the index once its text is here", async () => {
    start();
    const filter = { body: "strong" };
    await settled(filter, "asked");
    expect(await subjectsOf(filter)).toEqual(["boots"]);
    // Its text has come, and does not say so any more as far as the index knows.
    await mirror.store.write((tx) => tx.run("update email set is_partial = 0"));
    expect(await subjectsOf(filter)).toEqual([]);
  });

  test("says that the server could not be asked", async () => {
    await mirror.store.write((tx) => setMirrorState(tx, accountId, "signIn", null));
    start();
    await settled({ text: "waterproof" }, "failed");
    expect(await subjectsOf({ text: "waterproof" })).toEqual([]);
  });

  test("while a person types, searches the newest words first and drops the oldest", async () => {
    for (const text of ["wat", "wate", "water", "waterp", "waterproof"]) await look({ text });
    const next = await mirror.store.read((reader) => nextServerSearch(reader, accountId));
    expect(next?.words).toBe("waterproof");
    start();
    await settled({ text: "waterproof" }, "asked");
    const rows = await mirror.store.read((reader) => reader.all("select 1 from server_search"));
    expect(rows).toHaveLength(3);
  });
});
