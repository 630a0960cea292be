/**
 * Connections that are cut at every single command, before it arrives, after it and in the middle of what is sent or
 * answered: afterwards the mirror is the server, nothing is lost and nothing is doubled.
 */
import type { Id } from "@pismo/jmap";
import { afterEach, describe, expect, test } from "vitest";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { destroyMailbox, insertMailbox, updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { servers } from "../servers/all.ts";
import type { Chunk, Verdict } from "../servers/fault-proxy.ts";
import { behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, mailboxNamed, sameOnBothSides, serverState } from "./mirrored.ts";

const commandIn = (bytes: Buffer): string | undefined =>
  /^\w+ ((?:UID )?[A-Z]+.*)/.exec(bytes.toString("latin1"))?.[1]?.trim();

/** Cuts each command once, the first time that it is given in these words. */
class Cutter {
  readonly #verdict: Verdict;
  readonly #seen = new Set<string>();
  /** The last command, whose literals and answers follow. */
  #current = "";

  constructor(verdict: Verdict) {
    this.#verdict = verdict;
  }
  /** Kinds of commands that were cut. */
  get kinds(): Set<string> {
    return new Set([...this.#seen].map((command) => /^(?:UID )?[A-Z]+/.exec(command)![0]));
  }
  get count(): number {
    return this.#seen.size;
  }
  readonly onChunk = ({ from, bytes }: Chunk): Verdict => {
    const command = from === "client" ? commandIn(bytes) : undefined;
    if (command) this.#current = command;
    // Of a command with a large literal the middle is there, of others it is in the answer.
    const isLiteral = from === "client" && bytes.length > 1000;
    const isMoment =
      this.#verdict === "cut-inside"
        ? isLiteral || (from === "server" && bytes.includes(" FETCH ("))
        : command !== undefined;
    const moment = isLiteral ? "APPEND" : this.#current;
    if (!isMoment || this.#seen.has(moment)) return "pass";
    this.#seen.add(moment);
    return this.#verdict;
  };
}

describe.each([
  { when: "before the command arrives", verdict: "cut-before" as const, atLeast: 25 },
  { when: "after it arrived and before its answer", verdict: "cut-after" as const, atLeast: 25 },
  { when: "in the middle of what is sent or answered", verdict: "cut-inside" as const, atLeast: 4 },
])("cut at every command, $when", ({ verdict, atLeast }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  for (const { kind, canRun, start } of servers)
    test.skipIf(!canRun)(`with ${kind}: nothing is lost and nothing is doubled`, async () => {
      const server = await start();
      closing.push(() => server.stop());
      const { proxy, mirror, client, accountId } = await behindProxy(server, closing);
      for (const name of ["one", "two", "three", "four", "five"]) await client.append("INBOX", testMessage(name));
      const cutter = new Cutter(verdict);
      proxy.onChunk = cutter.onChunk;
      // Compressed commands (RFC 4978) cannot be told apart.
      proxy.rewrite = (text) => text.replaceAll(" COMPRESS=DEFLATE", "");
      mirror.start(accountId, { firstPauseMs: 5, maxPauseMs: 20 });
      const same = () => sameOnBothSides(mirror, accountId, client, 60_000);
      await same();

      const { store, ingest } = mirror;
      const id = async (name: string): Promise<Id> => (await emailsOf(mirror, accountId)).get(name)!.id;
      const box = async (name: string): Promise<Id> => (await mailboxNamed(mirror, accountId, name)).id;
      const [archive, inbox, drafts] = [await box("archive"), await box("inbox"), await box("drafts")];
      const [one, two, three, four] = [await id("one"), await id("two"), await id("three"), await id("four")];
      await store.write((tx) => updateEmail(tx, accountId, one, { keywords: ["$flagged"] }));
      await store.write((tx) => updateEmail(tx, accountId, two, { mailboxIds: [archive] }));
      await same();
      await store.write((tx) => updateEmail(tx, accountId, three, { mailboxIds: [inbox, archive] }));
      await store.write((tx) => destroyEmails(tx, accountId, [four]));
      const made = await store.write((tx) => insertMailbox(tx, accountId, { name: "New" }));
      const bytes = Buffer.from(testMessage("draft", `${"x".repeat(70)}\r\n`.repeat(80)));
      await ingest.deliver({ accountId, bytes, mailboxIds: [drafts], keywords: ["$draft"] });
      await same();
      await store.write((tx) => updateEmail(tx, accountId, one, { keywords: [] }));
      await store.write((tx) => updateMailbox(tx, accountId, made.id, { name: "Newer" }));
      await same();
      await store.write((tx) => destroyMailbox(tx, accountId, made.id, false));
      await same();

      expect(cutter.count).toBeGreaterThanOrEqual(atLeast);
      const kinds =
        verdict === "cut-inside"
          ? ["APPEND", "UID FETCH"]
          : ["LIST", "SELECT", "UID FETCH", "UID STORE", "APPEND", "CREATE", "RENAME", "DELETE"];
      expect([...cutter.kinds]).toEqual(expect.arrayContaining(kinds));
      const lines = (await serverState(client)).filter((line) => !line.endsWith("/"));
      // one, two, five, the draft, and three twice.
      expect(lines).toHaveLength(6);
    });
});
