/** One request for each of the methods that a client lives on; no two are equal, so that no answer is a kept one. */
import { CORE, type Id, JmapClient, MAIL } from "@pismo/jmap";
import type { Serving } from "../process.ts";

const rowProperties = ["threadId", "mailboxIds", "keywords", "from", "to", "subject", "receivedAt", "preview", "size"];
const bodyProperties = ["subject", "from", "to", "bodyValues", "textBody", "htmlBody", "attachments"];
const words = ["plan", "report", "meeting", "договор", "проект", "оплата", "garden", "station"];
const newestFirst = [{ property: "receivedAt", isAscending: false }];

type Invocation = readonly [method: string, args: Record<string, unknown>];

export interface Methods {
  /** By what the rows of the table call it. */
  calls: Record<string, (index: number) => readonly Invocation[]>;
  send(invocations: readonly Invocation[]): Promise<void>;
}

const at = <T>(items: readonly T[], index: number): T => items[index % items.length]!;
/** Set and removed in turn. */
const flag = (index: number): true | null => (index % 2 === 0 ? true : null);

/** @param server whose token opens one account */
export async function methodsOf({ url, token }: Serving): Promise<Methods> {
  const client = new JmapClient({
    sessionUrl: `${url}/.well-known/jmap`,
    headers: { authorization: `Bearer ${token}` },
  });
  const session = await client.session();
  const [accountId = ""] = Object.keys(session.accounts);
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const idOf = (wanted: string): Id => list.find(({ role }) => role === wanted)?.id ?? "";
  const [inbox, archive] = [idOf("inbox"), idOf("archive")];
  const query = { accountId, filter: { inMailbox: inbox }, sort: newestFirst, limit: 500 };
  const { ids } = await client.call("Email/query", query);
  const { list: emails } = await client.call("Email/get", { accountId, ids, properties: ["threadId", "blobId"] });
  const state = (await client.call("Email/get", { accountId, ids: [] })).state;
  const some = (index: number, count: number) => Array.from({ length: count }, (_, each) => at(ids, index * 7 + each));
  const set = (emailIds: readonly Id[], patch: Record<string, unknown>): Invocation => [
    "Email/set",
    { accountId, update: Object.fromEntries(emailIds.map((id) => [id, patch])) },
  ];
  const page = (position: number): Invocation => [
    "Email/query",
    { accountId, filter: { inMailbox: inbox }, sort: newestFirst, position, limit: 50, calculateTotal: true },
  ];
  return {
    calls: {
      "Mailbox/get": () => [["Mailbox/get", { accountId, ids: null }]],
      "Email/query of a page": (index) => [page(index)],
      "Email/get of 50 rows": (index) => [
        ["Email/get", { accountId, ids: some(index, 50), properties: rowProperties }],
      ],
      "list call": (index) => [
        page(index),
        [
          "Email/get",
          {
            accountId,
            "#ids": { resultOf: "c0", name: "Email/query", path: "/ids" },
            properties: rowProperties,
          },
        ],
      ],
      "Email/get of a message": (index) => [
        ["Email/get", { accountId, ids: [at(ids, index)], properties: bodyProperties, fetchAllBodyValues: true }],
      ],
      "Thread/get": (index) => [["Thread/get", { accountId, ids: [at(emails, index).threadId] }]],
      "Email/query of a word": (index) => [
        ["Email/query", { accountId, filter: { text: at(words, index) }, sort: newestFirst, limit: 50 }],
      ],
      "Email/changes": () => [["Email/changes", { accountId, sinceState: state }]],
      "Identity/get": () => [["Identity/get", { accountId, ids: null }]],
      "Email/set, a keyword": (index) => [set([at(ids, index >> 1)], { "keywords/$flagged": flag(index) })],
      "Email/set, a keyword of 50": (index) => [set(some(index >> 1, 50), { "keywords/$flagged": flag(index) })],
      "Email/set, moved": (index) => [
        set([at(ids, index >> 1)], { mailboxIds: { [index % 2 === 0 ? archive : inbox]: true } }),
      ],
      "Email/set, a draft": (index) => [
        [
          "Email/set",
          {
            accountId,
            create: {
              draft: {
                mailboxIds: { [idOf("drafts")]: true },
                keywords: { $draft: true, $seen: true },
                subject: `Draft ${index}`,
                to: [{ name: null, email: "friend@example.net" }],
                bodyValues: { text: { value: `A draft of some words, number ${index}.\n` } },
                textBody: [{ partId: "text", type: "text/plain" }],
              },
            },
          },
        ],
      ],
      "Email/import": (index) => [
        [
          "Email/import",
          { accountId, emails: { copy: { blobId: at(emails, index).blobId, mailboxIds: { [archive]: true } } } },
        ],
      ],
    },
    async send(invocations) {
      // A call's id may be anything: a request that is like no other.
      const unlike = `c${sent++}`;
      const methodCalls = [
        ...invocations.map(([method, args], index) => [method, args, `c${index}`]),
        ["Core/echo", {}, unlike],
      ];
      const response = await fetch(`${url}/jmap/api`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ using: [CORE, MAIL], methodCalls }),
      });
      const { methodResponses } = (await response.json()) as { methodResponses: [string, Record<string, unknown>][] };
      for (const [name, result] of methodResponses) {
        const failed = ["notCreated", "notUpdated", "notDestroyed"].find((key) => result[key]);
        if (name === "error" || failed) throw new Error(JSON.stringify(failed ? result[failed] : result));
      }
    },
  };
}

let sent = 0;
