/** Round trips are what costs: how many statements a method sends does not depend on the number of its ids. */
import { CATEGORIES, FILES, type Id, REMOTE_IMAGES } from "@pismo/jmap";
import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";
import { insertEmails } from "../../src/store/mail/insert-emails.ts";
import { type Jmap, jmap, type LooseArgs, using as usualCapabilities } from "../support/jmap.ts";
import { parsed } from "../store/test-store.ts";

const FEW = 3;
const MANY = 20;

let t: Jmap;
let other: { accountId: Id; inbox: Id };
beforeAll(async () => {
  t = await jmap();
  const { accountId, client } = await t.addMailbox("other");
  const { list } = await client.call("Mailbox/get", { accountId });
  other = { accountId, inbox: list.find(({ role }) => role === "inbox")!.id! };
});
afterAll(() => t.close());

interface Sent {
  client: Client;
  sql: string;
}

const counted = new AsyncLocalStorage<Sent[]>();

/** Octets of messages: each is a read or a write of its own, wherever blobs are. */
const isOfBlob = ({ sql }: Sent): boolean => /\b(?:packed_blob|blob_object|blob_object_part|pack_to_sweep)\b/.test(sql);

/** Without the transactions of blobs alone. */
function withoutBlobs(sent: readonly Sent[]): string[] {
  const clients = new Set(sent.map(({ client }) => client));
  return [...clients].flatMap((client) => {
    const own = sent.filter((each) => each.client === client && !isOfBlob(each)).map(({ sql }) => sql);
    return own.filter(
      (sql, index) =>
        !(sql.startsWith("begin") && own[index + 1] === "commit") &&
        !(sql === "commit" && own[index - 1]?.startsWith("begin")),
    );
  });
}

/** What the server does beside it (the poll for commits) is not counted. */
async function statementsIn(work: () => Promise<unknown>): Promise<string[]> {
  const sent: Sent[] = [];
  const usual = Client.prototype.query as (...params: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function spied(
    this: Client,
    ...params: unknown[]
  ) {
    const [query] = params as [string | { text: string }];
    counted.getStore()?.push({ client: this, sql: typeof query === "string" ? query : query.text });
    return usual.apply(this, params) as never;
  });
  try {
    await counted.run(sent, work);
  } finally {
    spy.mockRestore();
  }
  return withoutBlobs(sent);
}

const statementsOf = (name: string, args: LooseArgs): Promise<string[]> =>
  statementsIn(async () => {
    const using = [...usualCapabilities, CATEGORIES, FILES, REMOTE_IMAGES];
    const { methodResponses } = await t.request([[name, args]], { using });
    const [answer, result] = methodResponses[0]!;
    expect([name, answer, failuresOf(result)]).toEqual([name, name, []]);
  });

/** What a call did not do: a call that fails would be cheap. */
const failuresOf = (result: Record<string, unknown>): string[] =>
  ["notCreated", "notUpdated", "notDestroyed", "notFound", "notParsable"].flatMap((name) =>
    Object.keys((result[name] as object | null | undefined) ?? {}).map((key) => `${name}: ${key}`),
  );

let made = 0;

/** Emails of threads of their own, half of them unread, some with a category of which a person can say more. */
async function emails(count: number): Promise<Id[]> {
  const inserted = await t.store.write((tx) =>
    insertEmails(
      tx,
      Array.from({ length: count }, (_, index) => ({
        accountId: t.accountId,
        blobId: `${String(++made).padStart(43, "B")}x`,
        size: 100,
        prepared: prepareEmail(
          parsed({ subject: `Letter ${made}`, from: [{ name: null, email: `sender${made}@x.example` }] }),
        ),
        mailboxIds: [t.role["inbox"]!],
        keywords: index % 2 === 0 ? ["$seen"] : [],
        receivedAt: new Date(1_700_000_000_000 + made * 1000),
      })),
    ),
  );
  return inserted.map((each) => (each as { id: Id }).id);
}

const message = (): string => {
  made++;
  return `Subject: Message ${made}\r\nFrom: anna@x.example\r\nMessage-ID: <m${made}@x.example>\r\n\r\ntext ${made}`;
};
/** One after the other: a person has eight requests at a time. */
async function oneByOne<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < count) all.push(await make());
  return all;
}
const messages = async (count: number): Promise<Id[]> => {
  const deliveries = Array.from({ length: count }, () => ({
    accountId: t.accountId,
    bytes: Buffer.from(message()),
    mailboxIds: [t.role["inbox"]!],
  }));
  const delivered = await t.ingest.deliverBatch(deliveries, undefined, { accountId: t.accountId });
  return delivered.map((each) => (each as { id: Id }).id);
};
const blobs = (count: number): Promise<Id[]> => oneByOne(count, () => t.upload(message()));
const byIndex = <T>(items: readonly T[], of: (item: T) => unknown): Record<string, unknown> =>
  Object.fromEntries(items.map((item, index) => [`k${index}`, of(item)]));
const byId = (ids: readonly Id[], value: unknown): Record<string, unknown> =>
  Object.fromEntries(ids.map((id) => [id, value]));
const inInbox = () => ({ [t.role["inbox"]!]: true });

/** A call that concerns so many objects, which it makes before. */
type Prepare = (count: number) => Promise<LooseArgs>;

/** At most so many statements, "begin" and "commit" among them. */
const bounds: readonly (readonly [title: string, name: string, bound: number, prepare: Prepare])[] = [
  ["list rows", "Email/get", 5, async (n) => ({ ids: await emails(n), properties: ["subject", "keywords", "from"] })],
  ["with bodies", "Email/get", 5, async (n) => ({ ids: await messages(n), fetchTextBodyValues: true })],
  ["", "Email/query", 6, async (n) => (await emails(n), { limit: n })],
  ["of words", "Email/query", 12, async (n) => (await emails(n), { filter: { text: "letter" }, limit: n })],
  ["", "Email/changes", 6, async (n) => since("Email", () => emails(n))],
  ["", "Email/queryChanges", 12, async (n) => ({ ...(await sinceQuery("Email", () => emails(n))) })],
  [
    "joins",
    "Conversation/arrange",
    30,
    async (n) => {
      const [first, ...others] = await emails(n + 1);
      const { threadId } = await t.email(first!, ["threadId"]);
      return { emails: byId(others, threadId) };
    },
  ],
  ["keywords", "Email/set", 25, async (n) => ({ update: byId(await emails(n), { "keywords/$flagged": true }) })],
  [
    "moves",
    "Email/set",
    30,
    async (n) => ({ update: byId(await emails(n), { mailboxIds: { [t.role["trash"]!]: true } }) }),
  ],
  ["categories", "Email/set", 30, async (n) => ({ update: byId(await emails(n), { "keywords/$promotions": true }) })],
  ["destroys", "Email/set", 30, async (n) => ({ destroy: await emails(n) })],
  [
    "creates",
    "Email/set",
    40,
    async (n) => ({
      create: byIndex(Array.from({ length: n }), () => ({ mailboxIds: inInbox(), subject: `Draft ${++made}` })),
    }),
  ],
  [
    "",
    "Email/import",
    40,
    async (n) => ({ emails: byIndex(await blobs(n), (blobId) => ({ blobId, mailboxIds: inInbox() })) }),
  ],
  ["", "Email/parse", 5, async (n) => ({ blobIds: await blobs(n) })],
  ["", "File/parse", 5, async (n) => ({ blobIds: await blobs(n) })],
  [
    "and destroys the originals",
    "Email/copy",
    60,
    async (n) => ({
      fromAccountId: t.accountId,
      accountId: other.accountId,
      onSuccessDestroyOriginal: true,
      create: byIndex(await messages(n), (id) => ({ id, mailboxIds: { [other.inbox]: true } })),
    }),
  ],
  ["", "Thread/get", 5, async (n) => ({ ids: await threads(n) })],
  ["", "Thread/changes", 6, async (n) => since("Thread", () => emails(n))],
  ["", "Mailbox/get", 5, async (n) => ({ ids: await mailboxes(n) })],
  ["creates", "Mailbox/set", 20, async (n) => ({ create: byIndex(Array.from({ length: n }), newMailbox) })],
  ["creates one in the other", "Mailbox/set", 20, async (n) => ({ create: nested(n) })],
  ["renames", "Mailbox/set", 20, async (n) => ({ update: named(await mailboxes(n)) })],
  ["exchanges names", "Mailbox/set", 20, async (n) => ({ update: await shifted(n) })],
  ["moves", "Mailbox/set", 20, async (n) => ({ update: await moved(n) })],
  ["orders", "Mailbox/set", 20, async (n) => ({ update: byId(await mailboxes(n), { sortOrder: 7 }) })],
  ["destroys", "Mailbox/set", 15, async (n) => ({ destroy: await mailboxes(n) })],
  [
    "destroys with Emails, fewer than a hundred",
    "Mailbox/set",
    45,
    async (n) => ({ destroy: await filled(n), onDestroyRemoveEmails: true }),
  ],
  ["", "Mailbox/query", 5, async (n) => (await mailboxes(n), {})],
  ["", "Mailbox/changes", 6, async (n) => since("Mailbox", () => mailboxes(n))],
  ["", "Mailbox/queryChanges", 8, async (n) => sinceQuery("Mailbox", () => mailboxes(n))],
  ["", "SearchSnippet/get", 5, async (n) => ({ emailIds: await messages(n), filter: { text: "message" } })],
  ["", "EmailCategory/get", 6, async (n) => ({ ids: await emails(n) })],
  ["", "SenderTrust/get", 6, async (n) => ({ ids: await messages(n) })],
  ["", "SenderTrust/set", 8, async (n) => ({ update: byId(await messages(n), { showsImages: false }) })],
  ["", "Blob/lookup", 5, async (n) => ({ typeNames: ["Email", "Thread"], ids: await blobs(n) })],
  ["", "EmailSubmission/get", 6, async (n) => ({ ids: await submissions(n) })],
  ["creates", "EmailSubmission/set", 35, async (n) => ({ create: await newSubmissions(n) })],
  [
    "creates and files the Emails",
    "EmailSubmission/set",
    60,
    async (n) => {
      const create = await newSubmissions(n);
      const patch = { mailboxIds: { [t.role["sent"]!]: true } };
      const keys = Object.keys(create).map((key) => `#${key}`);
      return { create, onSuccessUpdateEmail: byId(keys, patch) };
    },
  ],
  [
    "creates and destroys the Emails",
    "EmailSubmission/set",
    60,
    async (n) => {
      const create = await newSubmissions(n);
      return { create, onSuccessDestroyEmail: Object.keys(create).map((key) => `#${key}`) };
    },
  ],
  [
    "cancels",
    "EmailSubmission/set",
    20,
    async (n) => ({ update: byId(await submissions(n), { undoStatus: "canceled" }) }),
  ],
  ["destroys", "EmailSubmission/set", 15, async (n) => ({ destroy: await submissions(n) })],
  ["", "EmailSubmission/query", 5, async (n) => (await submissions(n), {})],
  ["", "EmailSubmission/changes", 6, async (n) => since("EmailSubmission", () => submissions(n))],
  ["", "Outbox/get", 10, async (n) => (await submissions(n), {})],
  ["", "Outbox/retry", 12, async (n) => ({ ids: await submissions(n) })],
  ["", "Outbox/edit", 45, async (n) => ({ ids: await submissions(n) })],
  ["creates", "Identity/set", 20, async (n) => ({ create: byIndex(Array.from({ length: n }), newIdentity) })],
  ["updates", "Identity/set", 15, async (n) => ({ update: byId(await identities(n), { name: "Anna" }) })],
  ["destroys", "Identity/set", 15, async (n) => ({ destroy: await identities(n) })],
  ["creates", "Label/set", 15, async (n) => ({ create: byIndex(Array.from({ length: n }), newLabel) })],
  ["updates", "Label/set", 15, async (n) => ({ update: byId(await labels(n), { color: "red" }) })],
  ["destroys", "Label/set", 15, async (n) => ({ destroy: await labels(n) })],
  ["creates", "SavedSearch/set", 15, async (n) => ({ create: byIndex(Array.from({ length: n }), newSearch) })],
  ["updates", "SavedSearch/set", 15, async (n) => ({ update: byId(await searches(n), { text: "other" }) })],
  ["destroys", "SavedSearch/set", 15, async (n) => ({ destroy: await searches(n) })],
  ["creates", "AddressBook/set", 15, async (n) => ({ create: byIndex(Array.from({ length: n }), newBook) })],
  ["updates", "AddressBook/set", 15, async (n) => ({ update: byId(await books(n), { description: "other" }) })],
  ["destroys", "AddressBook/set", 15, async (n) => ({ destroy: await books(n) })],
  [
    "destroys with the cards",
    "AddressBook/set",
    25,
    async (n) => ({ destroy: await filledBooks(n), onDestroyRemoveContents: true }),
  ],
  ["", "ContactCard/get", 7, async (n) => ({ ids: await cards(n) })],
  ["", "ContactCard/query", 6, async (n) => (await cards(n), { filter: { text: "card" }, calculateTotal: true })],
  ["", "ContactCard/changes", 6, async (n) => since("ContactCard", () => cards(n))],
  ["creates", "ContactCard/set", 20, async (n) => ({ create: byIndex(Array.from({ length: n }), newCard) })],
  ["updates", "ContactCard/set", 20, async (n) => ({ update: byId(await cards(n), { name: { full: "Other" } }) })],
  ["destroys", "ContactCard/set", 15, async (n) => ({ destroy: await cards(n) })],
  [
    "creates",
    "PushSubscription/set",
    10,
    async (n) => ({ create: byIndex(Array.from({ length: n }), newSubscription) }),
  ],
  ["updates", "PushSubscription/set", 10, async (n) => ({ update: byId(await subscriptions(n), { types: null }) })],
  ["destroys", "PushSubscription/set", 10, async (n) => ({ destroy: await subscriptions(n) })],
  ["", "Blob/get", 5, async (n) => ({ ids: await blobs(n) })],
  [
    "",
    "Blob/copy",
    15,
    async (n) => ({ fromAccountId: t.accountId, accountId: other.accountId, blobIds: await blobs(n) }),
  ],
];

const newIdentity = () => ({ name: `Name ${++made}`, email: "you@pismo.localhost" });
const newLabel = () => ({ name: `Label ${++made}` });
const newSearch = () => ({ name: `Search ${++made}`, text: "words" });
const newBook = () => ({ name: `Book ${++made}` });
const newCard = () => ({
  name: { full: `Card ${++made}` },
  emails: { e: { address: `card${made}@x.example` } },
});
const newSubscription = () => ({ deviceClientId: `device ${++made}`, url: `https://push.example/${made}` });

/** Makes so many objects of a type. */
async function madeBy(name: string, count: number, given: () => unknown): Promise<Id[]> {
  const result = await t.call(name as "Identity/set", { create: byIndex(Array.from({ length: count }), given) });
  expect(result.notCreated).toBeNull();
  return Object.values(result.created!).map(({ id }) => id!);
}
const identities = (count: number): Promise<Id[]> => madeBy("Identity/set", count, newIdentity);
const labels = (count: number): Promise<Id[]> => madeBy("Label/set", count, newLabel);
const searches = (count: number): Promise<Id[]> => madeBy("SavedSearch/set", count, newSearch);
const cards = (count: number): Promise<Id[]> => madeBy("ContactCard/set", count, newCard);
async function books(count: number): Promise<Id[]> {
  // An account has a hundred at most.
  const { list } = await t.call("AddressBook/get", {});
  const others = list.filter(({ isDefault }) => !isDefault).map(({ id }) => id!);
  await t.call("AddressBook/set", { destroy: others, onDestroyRemoveContents: true });
  return madeBy("AddressBook/set", count, newBook);
}
async function filledBooks(count: number): Promise<Id[]> {
  const ids = await books(count);
  const places = ids.values();
  await madeBy("ContactCard/set", count, () => ({ ...newCard(), addressBookIds: { [places.next().value!]: true } }));
  return ids;
}
async function subscriptions(count: number): Promise<Id[]> {
  // A person has fifty at most.
  const { list } = await t.call("PushSubscription/get", {});
  await t.call("PushSubscription/set", { destroy: list.map(({ id }) => id!) });
  return madeBy("PushSubscription/set", count, newSubscription);
}

const newMailbox = () => ({ name: `Box ${++made}` });

/** Each in the one before it, as deep as mailboxes nest; then again from the top. */
const nested = (count: number): Record<string, unknown> =>
  byIndex(
    Array.from({ length: count }, (_, index) => index),
    (index) => ({
      ...newMailbox(),
      parentId: index % 10 === 0 ? null : `#k${index - 1}`,
    }),
  );

const named = (ids: readonly Id[]): Record<Id, unknown> => Object.fromEntries(ids.map((id) => [id, newMailbox()]));

/** Each takes the name that the one before it gives up. */
async function shifted(count: number): Promise<Record<Id, unknown>> {
  const { list } = await t.call("Mailbox/get", { ids: await mailboxes(count), properties: ["name"] });
  return Object.fromEntries(
    list.map(({ id }, index) => [id, index === 0 ? newMailbox() : { name: list[index - 1]!.name }]),
  );
}

async function moved(count: number): Promise<Record<Id, unknown>> {
  const [parent, ...others] = await mailboxes(count + 1);
  return byId(others, { parentId: parent });
}

/** Mailboxes with an Email each, of which every other is in the inbox too. */
async function filled(count: number): Promise<Id[]> {
  const [ids, inside] = [await mailboxes(count), await emails(count)];
  const update = Object.fromEntries(
    inside.map((id, index) => [id, { mailboxIds: { [ids[index]!]: true, ...(index % 2 === 0 && inInbox()) } }]),
  );
  expect((await t.call("Email/set", { update })).notUpdated).toBeNull();
  return ids;
}

async function since(type: string, work: () => Promise<unknown>): Promise<LooseArgs> {
  const { state } = (await t.call(`${type}/get` as "Mailbox/get", { ids: [] })) as { state: string };
  await work();
  return { sinceState: state };
}

async function sinceQuery(type: string, work: () => Promise<unknown>): Promise<LooseArgs> {
  const { queryState } = await t.call(`${type}/query` as "Email/query");
  await work();
  return { sinceQueryState: queryState };
}

async function threads(count: number): Promise<Id[]> {
  const { list } = await t.call("Email/get", { ids: await emails(count), properties: ["threadId"] });
  return list.map(({ threadId }) => threadId!);
}

async function mailboxes(count: number): Promise<Id[]> {
  const { created } = await t.call("Mailbox/set", {
    create: byIndex(Array.from({ length: count }), () => ({ name: `Box ${++made}` })),
  });
  return Object.values(created!).map(({ id }) => id!);
}

/** Of a letter each, which waits for an hour. */
async function newSubmissions(count: number): Promise<Record<string, unknown>> {
  const { list } = await t.call("Identity/get", { ids: null });
  const from = [{ name: null, email: "you@pismo.localhost" }];
  const to = [{ name: null, email: "other@pismo.localhost" }];
  const drafts = byIndex(Array.from({ length: count }), () => ({ mailboxIds: inInbox(), from, to, subject: "Hello" }));
  const { created } = await t.call("Email/set", { create: drafts });
  const envelope = {
    mailFrom: { email: "you@pismo.localhost", parameters: { HOLDFOR: "3600" } },
    rcptTo: [{ email: "other@pismo.localhost", parameters: null }],
  };
  return byIndex(Object.values(created!), ({ id }) => ({ identityId: list[0]!.id!, emailId: id, envelope }));
}

async function submissions(count: number): Promise<Id[]> {
  const submitted = await t.call("EmailSubmission/set", { create: await newSubmissions(count) });
  expect(submitted.notCreated).toBeNull();
  return Object.values(submitted.created!).map(({ id }) => id!);
}

const deliver = (count: number) =>
  statementsIn(() =>
    t.ingest.deliverBatch(
      Array.from({ length: count }, () => ({
        accountId: t.accountId,
        bytes: Buffer.from(message().replace("Subject:", "List-Unsubscribe: <https://x.example>\r\nSubject: 50% off,")),
        mailboxIds: [t.role["inbox"]!],
        isArrival: true,
      })),
      undefined,
      { accountId: t.accountId },
    ),
  );

describe("statements", () => {
  /** Who calls, and what they may: the same for every request. */
  let ofRequest: number;
  beforeAll(async () => {
    ofRequest = (await statementsOf("Core/echo", {})).length;
  });

  test("who calls, which accounts there are, and each of them take one", () => {
    const accounts = [t.accountId, other.accountId];
    // Several are read in a snapshot, which is begun and ended.
    expect(ofRequest).toBeLessThanOrEqual(3 + accounts.length + 2);
  });

  test.each(bounds)("%s %s: at most %i", async (_, name, bound, prepare) => {
    const few = await statementsOf(name, await prepare(FEW));
    const many = await statementsOf(name, await prepare(MANY));
    expect(many.length - ofRequest).toBeLessThanOrEqual(bound);
    // Not more for more: a bound that is far away would hide what grows.
    expect(many.length - few.length).toBeLessThanOrEqual(2);
  });

  test("an upload: at most 15", async () => {
    const sent = await statementsIn(() => t.upload(message()));
    expect(sent.length).toBeLessThanOrEqual(15);
  });

  test("a batch of arrivals, as imports, SMTP and mirrors insert them: at most 40", async () => {
    const few = await deliver(FEW);
    const many = await deliver(MANY);
    expect(many.length).toBeLessThanOrEqual(40);
    expect(many.length - few.length).toBeLessThanOrEqual(2);
  });
});
