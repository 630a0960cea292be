/** What another JMAP server says of Emails that are snoozed, or are to be. */
import { type Email, type Id, MUTED, type SetError, type SetResult, SetFailure, SNOOZED_ROLE } from "@pismo/jmap";
import type { UpstreamMail } from "../context.ts";
import { type Folder, known, listIn } from "../upstream-answers.ts";

/** Other clients of that server know it by this name. */
const NAME = "Snoozed";
/** Their Threads are looked at too. */
const LOOKED_AT_ONCE = 100;
/** What lies there alone is no arrival. */
const elsewhere = new Set(["sent", "drafts", "junk", "trash", "scheduled"]);

type Letter = Pick<Email, "id" | "threadId" | "mailboxIds" | "keywords" | "receivedAt">;

export interface LetterThere {
  threadId: Id;
  mailboxIds: Id[];
  keywords: Letter["keywords"];
  /** Of the Thread: when the newest of those that have arrived came. 0: it is not known. */
  newestAt: number;
  /** Its Thread is to be quiet. */
  isMuted: boolean;
}

export const snoozedFolder = (folders: readonly Folder[]): Folder | undefined =>
  folders.find(({ role }) => role === SNOOZED_ROLE);

const noFolder: SetError = {
  type: "invalidProperties",
  properties: ["role"],
  description: "The mail server knows no mailbox of snoozed Emails",
};

/** It is made when the first Email is snoozed; one that has the name gets the role. @throws SetFailure */
export async function ensureSnoozedFolder(mail: UpstreamMail, folders: readonly Folder[]): Promise<Id> {
  const own = snoozedFolder(folders);
  if (own) return own.id;
  const named = folders.find(({ name, role, parentId }) => name === NAME && !role && !parentId);
  const change = named
    ? { update: { [named.id]: { role: SNOOZED_ROLE } } }
    : { create: { s: { name: NAME, parentId: null, role: SNOOZED_ROLE } } };
  const [answer] = await mail.ask([["Mailbox/set", change, "s"]]);
  const { created, updated } = (answer?.[1] ?? {}) as Partial<SetResult<{ id: Id }>>;
  const id = named ? updated && Object.hasOwn(updated, named.id) && named.id : created?.["s"]?.id;
  if (id) return id;
  throw new SetFailure(noFolder);
}

async function lookAt({ ask }: UpstreamMail, ids: readonly Id[], away: ReadonlySet<Id>): Promise<[Id, LetterThere][]> {
  const properties = ["id", "threadId", "mailboxIds", "keywords"];
  const threadIds = { resultOf: "e", name: "Email/get", path: "/list/*/threadId" };
  const emailIds = { resultOf: "t", name: "Thread/get", path: "/list/*/emailIds" };
  const answers = await ask([
    ["Email/get", { ids, properties }, "e"],
    ["Thread/get", { "#ids": threadIds }, "t"],
    // Of Threads that are too long the server gives none: they come back by the clock.
    ["Email/get", { "#ids": emailIds, properties: [...properties, "receivedAt"] }, "n"],
  ]);
  const beside = (listIn(answers, "n") ?? []) as Letter[];
  const letters = known(listIn(answers, "e")) as Letter[];
  return letters.map(({ id, threadId, mailboxIds, keywords }) => {
    const inThread = beside.filter((other) => other.threadId === threadId);
    const arrived = inThread.filter((other) => !Object.keys(other.mailboxIds).every((each) => away.has(each)));
    const newestAt = Math.max(0, ...arrived.map(({ receivedAt }) => Date.parse(receivedAt)));
    const isMuted = inThread.some((other) => MUTED in other.keywords);
    return [id, { threadId, mailboxIds: Object.keys(mailboxIds), keywords, newestAt, isMuted }];
  });
}

/** Those that are not there are left out. */
export async function lettersThere(
  mail: UpstreamMail,
  ids: readonly Id[],
  folders: readonly Folder[],
): Promise<Map<Id, LetterThere>> {
  const away = new Set(folders.flatMap(({ id, role }) => (elsewhere.has(role ?? "") ? id : [])));
  const found = new Map<Id, LetterThere>();
  for (let start = 0; start < ids.length; start += LOOKED_AT_ONCE)
    for (const [id, letter] of await lookAt(mail, ids.slice(start, start + LOOKED_AT_ONCE), away))
      found.set(id, letter);
  return found;
}
