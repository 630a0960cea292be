import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StateChange } from "@pismo/jmap";
import { createAccount } from "../src/store/auth/accounts.ts";
import { findMailboxByRole, insertMailbox } from "../src/store/mail/mailboxes.ts";
import { revokeToken } from "../src/store/auth/tokens.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
let url: string;
const streams: Stream[] = [];
beforeEach(async () => {
  server = await testServer();
  url = await server.listen();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await server.close();
});

interface SentEvent {
  event: string;
  id: string;
  data: unknown;
}

/** A reader of text/event-stream that keeps what came. */
class Stream {
  readonly response: Response;
  readonly events: SentEvent[] = [];
  isOpen = true;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    void this.#read().finally(() => (this.isOpen = false));
  }

  static async open(query: string, { token = server.token, lastEventId = "" } = {}): Promise<Stream> {
    const abort = new AbortController();
    const response = await fetch(`${url}/jmap/eventsource?${query}`, {
      headers: { authorization: `Bearer ${token}`, ...(lastEventId && { "last-event-id": lastEventId }) },
      signal: abort.signal,
    });
    const stream = new Stream(response, abort);
    streams.push(stream);
    return stream;
  }

  get changes(): StateChange[] {
    return this.events.flatMap(({ event, data }) => (event === "state" ? [data as StateChange] : []));
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    let text = "";
    try {
      for await (const chunk of this.response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // Cut off, by us or by the server.
    }
  }

  #take(block: string): void {
    const fields = Object.fromEntries(block.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? []));
    const { event, id, data } = fields as Record<string, string>;
    if (event && data) this.events.push({ event, id: id ?? "", data: JSON.parse(data) });
  }
}

async function deliver(accountId = server.accountId): Promise<void> {
  const inbox = await server.store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from("Subject: hello\r\n\r\nbody");
  await server.ingest.deliver({ accountId, bytes, mailboxIds: [inbox?.id ?? ""] });
}
const addFolder = (name: string, accountId = server.accountId) =>
  server.store.write((tx) => insertMailbox(tx, accountId, { name }));
/** Long enough for an event that should not come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));

describe("[8620 §7.3] the event source", () => {
  test("is open at once and says nothing until something happens", async () => {
    const stream = await Stream.open("types=*&closeafter=no&ping=0");
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get("cache-control")).toContain("no-store");
    await quiet();
    expect(stream.events).toEqual([]);
  });

  test("a message is told after it is committed, with the states that Email/get gives", async () => {
    const stream = await Stream.open("types=*&closeafter=no&ping=0");
    await deliver();
    await expect.poll(() => stream.changes).toHaveLength(1);
    const { state } = await server.client.call("Email/get", { accountId: server.accountId, ids: [] });
    const changed = stream.changes[0]?.changed[server.accountId];
    expect(Object.keys(changed ?? {}).sort()).toEqual(["Email", "EmailDelivery", "Mailbox", "Thread"]);
    expect(changed?.Email).toBe(state);
  });

  test("types: only those asked for are told", async () => {
    const mailboxes = await Stream.open("types=Mailbox,Identity&closeafter=no&ping=0");
    const emails = await Stream.open("types=Email&closeafter=no&ping=0");
    const unknown = await Stream.open("types=Calendar&closeafter=no&ping=0");
    await addFolder("one");
    await expect.poll(() => mailboxes.changes).toHaveLength(1);
    await deliver();
    await expect.poll(() => emails.changes).toHaveLength(1);
    expect(Object.keys(emails.changes[0]?.changed[server.accountId] ?? {})).toEqual(["Email"]);
    expect(Object.keys(mailboxes.changes[0]?.changed[server.accountId] ?? {})).toEqual(["Mailbox"]);
    expect(unknown.events).toEqual([]);
  });

  test("closeafter=state: one event, then the end", async () => {
    const stream = await Stream.open("types=*&closeafter=state&ping=0");
    await addFolder("one");
    await expect.poll(() => stream.isOpen).toBe(false);
    await addFolder("two");
    expect(stream.changes).toHaveLength(1);
  });

  test("ping: its event says the interval that the server keeps to", async () => {
    const stream = await Stream.open("types=*&closeafter=no&ping=1");
    await expect.poll(() => stream.events, { timeout: 3000 }).not.toEqual([]);
    expect(stream.events[0]).toMatchObject({ event: "ping", data: { interval: 1 } });
  });

  test.each(["closeafter=maybe", "ping=often", "ping=-1", "types=*&closeafter=no&ping=1e9"])(
    "%s is refused",
    async (query) => {
      expect((await Stream.open(query)).response.status).toBe(400);
    },
  );

  test.each(["", "types=&closeafter=&ping=", "types=*"])("what is left out has its default: %o", async (query) => {
    const stream = await Stream.open(query);
    await addFolder("one");
    await expect.poll(() => stream.changes).toHaveLength(1);
  });

  test("Last-Event-ID: what happened in between is told at once, and nothing else", async () => {
    const first = await Stream.open("types=*&closeafter=no&ping=0");
    await addFolder("one");
    await expect.poll(() => first.events).toHaveLength(1);
    first.close();
    const lastEventId = first.events[0]?.id ?? "";
    expect(lastEventId).not.toBe("");
    const still = await Stream.open("types=*&closeafter=no&ping=0", { lastEventId });
    await quiet();
    expect(still.events).toEqual([]);
    await deliver();
    const after = await Stream.open("types=*&closeafter=no&ping=0", { lastEventId });
    await expect.poll(() => after.changes).toHaveLength(1);
    expect(after.changes).toEqual(still.changes);
  });

  test("Last-Event-ID of a ping counts too", async () => {
    const first = await Stream.open("types=*&closeafter=no&ping=1");
    await expect.poll(() => first.events, { timeout: 3000 }).not.toEqual([]);
    first.close();
    await addFolder("one");
    const second = await Stream.open("types=*&closeafter=no&ping=0", { lastEventId: first.events[0]?.id ?? "" });
    await expect.poll(() => second.changes).toHaveLength(1);
    expect(Object.keys(second.changes[0]?.changed[server.accountId] ?? {})).toEqual(["Mailbox"]);
  });

  test("Last-Event-ID of many mailboxes is no longer than a header may be", async () => {
    await server.store.write(async (tx) => {
      for (let count = 0; count < 200; count++) {
        await createAccount(tx, { name: `m${count}`, email: `m${count}@pismo.localhost` });
      }
    });
    const first = await Stream.open("types=*&closeafter=no&ping=0", { lastEventId: "none" });
    await expect.poll(() => first.events).toHaveLength(1);
    const lastEventId = first.events[0]?.id ?? "";
    expect(lastEventId.length).toBeLessThan(8192);
    const second = await Stream.open("types=*&closeafter=no&ping=0", { lastEventId });
    expect(second.response.status).toBe(200);
    await quiet();
    expect(second.events).toEqual([]);
  });

  test.each(["nonsense", "bnVsbA", "W10", "a1:", "a1:.,", "__proto__:1.2", ":"])(
    "an id that is not ours tells all: %s",
    async (lastEventId) => {
      const stream = await Stream.open("types=Email&closeafter=no&ping=0", { lastEventId });
      await expect.poll(() => stream.changes).toHaveLength(1);
    },
  );

  test("a burst of changes ends with the newest state", async () => {
    const stream = await Stream.open("types=Mailbox&closeafter=no&ping=0");
    for (let count = 0; count < 30; count++) await addFolder(`folder ${count}`);
    const { state } = await server.client.call("Mailbox/get", { accountId: server.accountId, ids: [] });
    await expect.poll(() => stream.changes.at(-1)?.changed[server.accountId]?.Mailbox).toBe(state);
  });

  test("tells no one of another's account", async () => {
    const anna = await server.addMailbox("anna");
    const stream = await Stream.open("types=*&closeafter=no&ping=0", { token: anna.token });
    await deliver();
    await deliver(anna.accountId);
    await expect.poll(() => stream.changes).toHaveLength(1);
    expect(Object.keys(stream.changes[0]?.changed ?? {})).toEqual([anna.accountId]);
  });

  test("tells of a mailbox that was added while it stood open", async () => {
    const stream = await Stream.open("types=*&closeafter=no&ping=0");
    const { accountId } = await server.addMailbox("anna");
    await expect.poll(() => stream.changes.some(({ changed }) => accountId in changed)).toBe(true);
  });

  test("ends when its token is revoked", async () => {
    const stream = await Stream.open("types=*&closeafter=no&ping=0");
    await server.store.write((tx) => revokeToken(tx, "k1"));
    await deliver();
    await expect.poll(() => stream.isOpen).toBe(false);
    expect(stream.events).toEqual([]);
  });

  test("readers who go leave nothing listening", async () => {
    let listeners = 0;
    const onCommit = server.store.onCommit.bind(server.store);
    server.store.onCommit = (listener) => {
      listeners++;
      const stop = onCommit(listener);
      return () => {
        listeners--;
        stop();
      };
    };
    const open = await Promise.all(Array.from({ length: 20 }, () => Stream.open("types=*&closeafter=no&ping=1")));
    expect(listeners).toBe(20);
    for (const stream of open) stream.close();
    await expect.poll(() => listeners).toBe(0);
    // Gone before there was an answer.
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${server.token}` };
    const pending = Array.from({ length: 20 }, () =>
      fetch(`${url}/jmap/eventsource?types=*`, { headers, signal: abort.signal }).catch(() => undefined),
    );
    await new Promise((resolve) => setTimeout(resolve, 2));
    abort.abort();
    await Promise.all(pending);
    await deliver();
    await expect.poll(() => listeners).toBe(0);
  });

  test("ends with the server", async () => {
    const stream = await Stream.open("types=*&closeafter=no&ping=0");
    await server.app.close();
    await expect.poll(() => stream.isOpen).toBe(false);
  });
});
