/** What a rule for letters like one begins with: what such letters have in common, and where they lie already. */
import type { Email, Id } from "@pismo/jmap";
import { request } from "../session/session.ts";
import { beginning } from "../shortened.ts";
import type { RuleAccount } from "./rule-account.ts";
import type { Condition } from "./rule-script.ts";

export interface Proposals {
  /** The first one is the most likely. */
  conditions: readonly Extract<Condition, { text: string }>[];
  folderId: Id | undefined;
}

/** Answers and forwarded letters say so before the subject. */
const PREFIX = /^(?:(?:re|fwd?|aw|wg|отв|ответ|пер)(?:\[\d+\])?:\s*)+/i;
/** Of a condition's text. */
const LONGEST = 200;
/** Letters of the sender that are looked at for their folder. */
const LETTERS = 20;

/** "News <news.example.org>" → "news.example.org" (RFC 2919 §3). */
const listIdOf = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim();

const properties = ["from", "subject", "mailboxIds", "header:List-Id:asText"] as const;

/** Pure. */
export function conditionsFor({ from, subject, list }: { from: Email["from"]; subject: string | null; list: unknown }) {
  const conditions: Extract<Condition, { text: string }>[] = [];
  const listId = typeof list === "string" ? listIdOf(list) : "";
  if (listId !== "") conditions.push({ kind: "list", text: beginning(listId, LONGEST) });
  const sender = from?.[0]?.email ?? "";
  if (sender !== "") conditions.push({ kind: "address", text: beginning(sender, LONGEST) });
  const words = subject?.trim().replace(PREFIX, "").trim() ?? "";
  if (words !== "") conditions.push({ kind: "subject", text: beginning(words, LONGEST) });
  return conditions;
}

/** Of folders that mail is sorted into, the one in which most of the letters lie. */
function mostCommon(letters: readonly Partial<Email>[], targets: ReadonlySet<Id>): Id | undefined {
  const counts = new Map<Id, number>();
  for (const { mailboxIds = {} } of letters) {
    for (const id of Object.keys(mailboxIds)) if (targets.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** @throws what the requests throw */
export async function loadProposals(
  { accountId, mailboxes }: RuleAccount,
  emailId: Id,
): Promise<Proposals | undefined> {
  const get = await request((calls) =>
    calls.call("Email/get", { accountId, ids: [emailId], properties: [...properties] }),
  );
  const [email] = get.result().list as Email[];
  if (!email) return undefined;
  const { from, subject } = email;
  const conditions = conditionsFor({ from, subject, list: email["header:List-Id:asText"] });
  const targets = new Set(
    mailboxes.filter(({ role, myRights }) => role === null && myRights.mayAddItems).map(({ id }) => id),
  );
  const own = mostCommon([email], targets);
  const sender = from?.[0]?.email;
  if (own !== undefined || sender === undefined || targets.size === 0) return { conditions, folderId: own };
  const special = mailboxes.filter(({ role }) => role !== null).map(({ id }) => id);
  const others = await request((calls) => {
    const filter = { operator: "AND" as const, conditions: [{ from: sender }, { inMailboxOtherThan: special }] };
    const sort = [{ property: "receivedAt", isAscending: false }];
    const query = calls.call("Email/query", { accountId, filter, sort, limit: LETTERS });
    return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties: ["mailboxIds"] });
  });
  return { conditions, folderId: mostCommon(others.result().list, targets) };
}
