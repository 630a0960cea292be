/** What was there before from an address, on any JMAP server. */
import { addressKey, type Email, type EmailFilterCondition, type Filter, type Id, PHISHING } from "@pismo/jmap";
import { loadMailboxes } from "../mailboxes/mailboxes.ts";
import { currentRecords } from "../records/records.ts";
import { request, shortHeaders } from "../session/session.ts";

export interface EarlierLetters {
  /** Outside Trash and Spam, and older than the letter. */
  count: number;
  /** There may be more: so many were not looked at. */
  isMore: boolean;
  /** When the first of them came, where all are known. */
  since: string | undefined;
  /** How many the person reported as phishing, whenever they came. */
  reported: number;
}

/** Letters that are counted: the server finds those that contain the address's words, and each is looked at. */
const MOST_EARLIER = 100;
const MOST_REPORTED = 10;

/** Times are whole seconds (RFC 8621 §1.4): of the letters of one second the order of the answer tells which came before. */
const nextSecond = (date: string): string => new Date(Date.parse(date) + 1000).toISOString().replace(".000Z", "Z");

/** Of ids from the newest on, those behind the letter's own; all of them where it lies elsewhere. */
const idsBehind = (ids: readonly Id[], id: Id): Set<Id> => new Set(ids.slice(ids.indexOf(id) + 1));

/** @throws RequestError, MethodError, TypeError */
export async function loadEarlierLetters(
  { id, receivedAt }: Pick<Email, "id" | "receivedAt">,
  address: string,
): Promise<EarlierLetters> {
  const records = currentRecords();
  await loadMailboxes(records);
  const { accountId, mailboxes } = records;
  const away = mailboxes.flatMap((mailbox) =>
    mailbox.role === "junk" || mailbox.role === "trash" ? [mailbox.id] : [],
  );
  const isFrom = ({ from }: Partial<Email>): boolean =>
    from?.some(({ email }) => addressKey(email) === addressKey(address)) === true;
  const gets = await request((calls) => {
    const find = (conditions: EmailFilterCondition[], limit: number) => {
      const filter: Filter<EmailFilterCondition> = { operator: "AND", conditions: [{ from: address }, ...conditions] };
      const sort = [{ property: "receivedAt", isAscending: false }];
      const query = calls.call("Email/query", { accountId, filter, sort, limit });
      const properties: (keyof Email)[] = ["from", "receivedAt"];
      return {
        query,
        get: calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties, ...shortHeaders() }),
      };
    };
    const before = [{ before: nextSecond(receivedAt) }, ...(away.length > 0 ? [{ inMailboxOtherThan: away }] : [])];
    return { earlier: find(before, MOST_EARLIER), reported: find([{ hasKeyword: PHISHING }], MOST_REPORTED) };
  });
  const { ids } = gets.earlier.query.result();
  const behind = idsBehind(ids, id);
  const earlier = gets.earlier.get.result().list.filter((email) => behind.has(email.id!) && isFrom(email));
  const isMore = ids.length >= MOST_EARLIER;
  return {
    count: earlier.length,
    isMore,
    since: isMore ? undefined : earlier.map(({ receivedAt: at }) => at!).sort()[0],
    reported: gets.reported.get.result().list.filter(isFrom).length,
  };
}
