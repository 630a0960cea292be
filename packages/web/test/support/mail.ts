/** The client's store against the real server: a mailbox, a second client beside it, a network that can fail. */
import { type Email, type Id, JmapClient } from "@pismo/jmap";
import { vi } from "vitest";
import { testServer } from "../../../server/test/support/server.ts";

type Server = Awaited<ReturnType<typeof testServer>>;

/** A network in between: it can be down, or lose answers on their way back. */
export interface Network {
  isDown: boolean;
  /** The request arrives, its answer does not: for requests whose body this takes. */
  losesAnswerTo: ((body: string) => boolean) | undefined;
  /** Holds an answer back, for requests whose body this takes. */
  answerWaits: ((body: string) => Promise<void> | undefined) | undefined;
  /** Comes before each API request, and gives the body that is sent in its place. */
  replaces: ((body: string) => Promise<string>) | undefined;
  /** Comes before each file that is sent (`POST`) or fetched (`GET`). */
  fileWaits: ((method: string) => Promise<void> | undefined) | undefined;
  /** Bodies of the API requests that were sent. */
  requests: string[];
}

export interface Mail {
  server: Server;
  /** Another client of the same mailbox. */
  other: JmapClient;
  accountId: Id;
  network: Network;
  /** Mailbox ids by role. */
  boxes: Record<string, Id>;
  /** Puts Emails into a mailbox, oldest first, a minute apart; gives their ids. */
  deliver(count: number, options?: Partial<Email> & { role?: string }): Promise<Id[]>;
  /** A client store of its own, as a tab of the browser has it. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

export type Tab = Awaited<ReturnType<typeof importStore>>;

/** The frames of a screen that draws nothing. */
const frame = (draw: FrameRequestCallback): number => Number(setTimeout(() => draw(performance.now()), 16));

async function importStore() {
  vi.resetModules();
  globalThis.requestAnimationFrame ??= frame;
  const [
    store,
    writing,
    lists,
    records,
    sync,
    outbox,
    connection,
    view,
    drafts,
    sending,
    journal,
    announcements,
    mailboxes,
    push,
    blobs,
    correspondents,
    suggestions,
    rules,
    applying,
  ] = await Promise.all([
    import("../../src/store/index.ts"),
    import("../../src/store/drafts/writing.ts"),
    import("../../src/store/lists/email-list.ts"),
    import("../../src/store/records/records.ts"),
    import("../../src/store/sync/sync.ts"),
    import("../../src/store/sync/mutation-queue.ts"),
    import("../../src/store/sync/connection.ts"),
    import("../../src/store/notices.ts"),
    import("../../src/store/drafts/drafts.ts"),
    import("../../src/store/drafts/send-draft.ts"),
    import("../../src/store/drafts/draft-journal.ts"),
    import("../../src/store/announcements.ts"),
    import("../../src/store/mailboxes/mailboxes.ts"),
    import("../../src/store/sync/push.ts"),
    import("../../src/store/records/blobs.ts"),
    import("../../src/store/people/correspondents.ts"),
    import("../../src/store/people/suggest-people.ts"),
    import("../../src/store/rules/rules.ts"),
    import("../../src/store/rules/apply-rule.ts"),
  ]);
  return {
    ...store,
    ...writing,
    ...lists,
    ...records,
    ...sync,
    ...outbox,
    ...connection,
    ...view,
    ...drafts,
    ...sending,
    ...journal,
    ...announcements,
    ...push,
    ...blobs,
    ...correspondents,
    ...suggestions,
    ...rules,
    ...applying,
    ...mailboxes,
  };
}

const bodyText = (text: string): Partial<Email> => ({
  bodyValues: { text: { value: text, isEncodingProblem: false, isTruncated: false } },
  textBody: [{ partId: "text", type: "text/plain" }] as Email["textBody"],
});

export async function openMail(): Promise<Mail> {
  const server = await testServer();
  const { accountId, token } = server;
  // A port, because a stream of events cannot be had without one.
  const session = {
    sessionUrl: `${await server.listen()}/.well-known/jmap`,
    headers: { authorization: `Bearer ${token}` },
  };
  const other = new JmapClient(session);
  const network: Network = {
    isDown: false,
    losesAnswerTo: undefined,
    replaces: undefined,
    answerWaits: undefined,
    fileWaits: undefined,
    requests: [],
  };
  const between: typeof fetch = async (input, init) => {
    const body = typeof init?.body === "string" ? init.body : "";
    if (network.isDown) throw new TypeError("The network is down");
    if (body) network.requests.push(body);
    else await network.fileWaits?.(init?.method ?? "GET");
    const given = body && network.replaces ? { ...init, body: await network.replaces(body) } : init;
    const response = await fetch(input, given);
    if (body) await network.answerWaits?.(body);
    if (body && network.losesAnswerTo?.(body)) throw new TypeError("The answer was lost");
    return response;
  };
  const { list } = await other.call("Mailbox/get", { accountId, ids: null });
  const boxes = Object.fromEntries(list.map(({ id, role }) => [role ?? id!, id!]));
  let minute = 0;
  return {
    server,
    other,
    accountId,
    network,
    boxes,
    async deliver(count, { role = "inbox", ...more } = {}) {
      const ids: Id[] = [];
      for (let done = 0; done < count; done += 100) {
        const names = Array.from({ length: Math.min(100, count - done) }, (_, index) => `n${done + index}`);
        const create = Object.fromEntries(
          names.map((name) => [
            name,
            {
              mailboxIds: { [boxes[role]!]: true as const },
              receivedAt: new Date(Date.UTC(2026, 0, 1) + minute++ * 60_000).toISOString().replace(".000Z", "Z"),
              from: [{ name: "Anna", email: "anna@mail.example" }],
              subject: `Letter ${name}`,
              ...bodyText("Hello"),
              ...more,
            },
          ]),
        );
        const { created, notCreated } = await other.call("Email/set", { accountId, create });
        for (const name of names) {
          const id = created?.[name]?.id;
          if (!id) throw new Error(JSON.stringify(notCreated));
          ids.push(id);
        }
      }
      return ids;
    },
    close: () => server.close(),
    async openTab() {
      const tab = await importStore();
      // Of the same modules, whose errors the store knows.
      const { JmapClient: Client } = await import("@pismo/jmap");
      await tab.startSession({ client: new Client({ ...session, fetch: between }) });
      return tab;
    },
  };
}

/** What a fresh query of the server gives, newest first. */
export async function freshIds({ other, accountId }: Mail, filter: object): Promise<Id[]> {
  const sort = [{ property: "receivedAt", isAscending: false }];
  return (await other.call("Email/query", { accountId, filter, sort })).ids;
}

/** All that the list shows, with undefined for what is not loaded. */
export function shown(list: { total: number; idAt(index: number): Id | undefined }): (Id | undefined)[] {
  return Array.from({ length: list.total }, (_, index) => list.idAt(index));
}
