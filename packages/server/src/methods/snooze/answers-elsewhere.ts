/**
 * What has become of sent Emails at another JMAP server: whether others have answered them, by the rules that hold for
 * those that lie here (store/snooze/reminders.ts).
 */
import {
  addressKey,
  CORE,
  DRAFT,
  type Email,
  type Id,
  type Identity,
  type Invocation,
  MAIL,
  type Mailbox,
  SNOOZED_ROLE,
  SUBMISSION,
  SUBMIT_PENDING,
  type Thread,
} from "@pismo/jmap";
import { isAutomaticAnswer } from "../../mime/headers/automatic-message.ts";
import type { UpstreamMail } from "../context.ts";
import { known, listIn } from "../upstream-answers.ts";

const LOOKED_AT_ONCE = 100;
/** Each is a search. */
const SEARCHES_AT_ONCE = 10;
const MOST_FOUND = 50;

const sentProperties = ["id", "threadId", "mailboxIds", "keywords", "messageId", "from"] as const;
const otherProperties = ["id", "mailboxIds", "from", "inReplyTo", "references"] as const;
type SentEmail = Pick<Email, (typeof sentProperties)[number]>;
type OtherEmail = Pick<Email, (typeof otherProperties)[number]>;

export interface SentThere {
  /** Neither from one of the person's addresses, nor in Sent. */
  isFromOthers: boolean;
  /** A draft, or one that waits. */
  isUnsent: boolean;
  isSnoozed: boolean;
  isThrownAway: boolean;
  isAnswered: boolean;
}

interface Place {
  /** By role. */
  boxes: ReadonlyMap<string, Id>;
  isOwn: (from: Email["from"]) => boolean;
}

const lots = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** RFC 8621 §6: an identity may be of all addresses of a domain. */
function ownAddresses(identities: readonly Identity[]): Place["isOwn"] {
  const own = new Set(identities.map(({ email }) => addressKey(email)));
  return (from) =>
    from?.some(({ email }) => {
      const key = addressKey(email);
      return own.has(key) || own.has(`*${key.slice(key.lastIndexOf("@"))}`);
    }) === true;
}

const lies = ({ boxes }: Place, { mailboxIds }: Pick<Email, "mailboxIds">, ...roles: string[]): boolean =>
  roles.some((role) => (boxes.get(role) ?? "") in mailboxIds);

const names = ({ inReplyTo, references }: OtherEmail, { messageId }: SentEmail): boolean =>
  [...(inReplyTo ?? []), ...(references ?? [])].some((id) => messageId?.includes(id));

/** By what is known before its header is asked for. */
const mayAnswer = (other: OtherEmail, sent: SentEmail, place: Place): boolean =>
  names(other, sent) &&
  !lies(place, other, "sent", "drafts", "junk") &&
  !place.isOwn(other.from) &&
  // By an address that is among the identities no more.
  !other.from?.some(({ email }) => sent.from?.some((each) => addressKey(each.email) === addressKey(email)));

/** Those that people wrote. */
async function writtenByPeople({ ask }: UpstreamMail, ids: readonly Id[]): Promise<Set<Id>> {
  const found = new Set<Id>();
  for (const some of lots(ids, LOOKED_AT_ONCE)) {
    const answers = await ask([["Email/get", { ids: some, properties: ["id", "headers"] }, "h"]]);
    for (const { id, headers } of known(listIn(answers, "h")) as Pick<Email, "id" | "headers">[])
      if (!isAutomaticAnswer(headers)) found.add(id);
  }
  return found;
}

async function emailsThere({ ask }: UpstreamMail, ids: readonly Id[]): Promise<OtherEmail[]> {
  const found: OtherEmail[] = [];
  for (const some of lots(ids, LOOKED_AT_ONCE)) {
    const answers = await ask([["Email/get", { ids: some, properties: otherProperties }, "o"]]);
    found.push(...(known(listIn(answers, "o")) as OtherEmail[]));
  }
  return found;
}

/**
 * A server may put an answer into another Thread, for its subject. One that does not look through header fields says no
 * more than its Threads do.
 */
async function searched({ ask }: UpstreamMail, emails: readonly SentEmail[]): Promise<Map<Id, Id[]>> {
  const found = new Map<Id, Id[]>();
  for (const some of lots(emails, SEARCHES_AT_ONCE)) {
    const calls = some.map(({ id, messageId }): Invocation => {
      const conditions = (messageId ?? []).flatMap((each) =>
        ["In-Reply-To", "References"].map((name) => ({ header: [name, each] })),
      );
      return ["Email/query", { filter: { operator: "OR", conditions }, limit: MOST_FOUND }, id];
    });
    for (const [name, { ids }, id] of await ask(calls)) if (name === "Email/query") found.set(id, ids as Id[]);
  }
  return found;
}

async function answered(
  mail: UpstreamMail,
  sent: readonly SentEmail[],
  besides: ReadonlyMap<Id, readonly Id[]>,
  place: Place,
): Promise<Set<Id>> {
  const others = await emailsThere(mail, [...new Set([...besides.values()].flat())]);
  const byId = new Map(others.map((other) => [other.id, other]));
  const candidates = new Map(
    sent.map((email) => {
      const ids = besides.get(email.id) ?? [];
      return [email.id, ids.filter((id) => byId.has(id) && mayAnswer(byId.get(id)!, email, place))];
    }),
  );
  const byPeople = await writtenByPeople(mail, [...new Set([...candidates.values()].flat())]);
  return new Set([...candidates].flatMap(([id, ids]) => (ids.some((each) => byPeople.has(each)) ? id : [])));
}

/**
 * Those that are not there are left out.
 * @param searches whether answers are looked for outside of their Threads too
 * @throws MethodError serverUnavailable, and what `ask` throws
 */
export async function sentThere(
  mail: UpstreamMail,
  ids: readonly Id[],
  searches: boolean,
): Promise<Map<Id, SentThere>> {
  const found = new Map<Id, SentThere>();
  for (const some of lots(ids, LOOKED_AT_ONCE)) {
    const threadIds = { resultOf: "e", name: "Email/get", path: "/list/*/threadId" };
    const answers = await mail.ask(
      [
        ["Mailbox/get", { ids: null, properties: ["id", "role"] }, "m"],
        ["Identity/get", { ids: null }, "i"],
        ["Email/get", { ids: some, properties: sentProperties }, "e"],
        ["Thread/get", { "#ids": threadIds }, "t"],
      ],
      [CORE, MAIL, SUBMISSION],
    );
    const mailboxes = known(listIn(answers, "m")) as Pick<Mailbox, "id" | "role">[];
    const place: Place = {
      boxes: new Map(mailboxes.flatMap(({ id, role }) => (role ? [[role, id]] : []))),
      isOwn: ownAddresses((listIn(answers, "i") ?? []) as Identity[]),
    };
    const sent = known(listIn(answers, "e")) as SentEmail[];
    const threads = new Map((known(listIn(answers, "t")) as Thread[]).map(({ id, emailIds }) => [id, emailIds]));
    const besides = new Map(
      sent.map(({ id, threadId }) => [id, (threads.get(threadId) ?? []).filter((each) => each !== id)]),
    );
    const done = await answered(mail, sent, besides, place);
    const open = searches ? sent.filter(({ id, messageId }) => !done.has(id) && messageId?.length) : [];
    if (open.length > 0) {
      for (const id of await answered(mail, open, await searched(mail, open), place)) done.add(id);
    }
    const gone = new Set(["trash", "junk"].flatMap((role) => place.boxes.get(role) ?? []));
    for (const email of sent) {
      const { id, keywords, mailboxIds, from } = email;
      found.set(id, {
        isFromOthers: !place.isOwn(from) && !lies(place, email, "sent"),
        isUnsent: DRAFT in keywords || SUBMIT_PENDING in keywords,
        isSnoozed: lies(place, email, SNOOZED_ROLE),
        isThrownAway: Object.keys(mailboxIds).every((each) => gone.has(each)),
        isAnswered: done.has(id),
      });
    }
  }
  return found;
}
