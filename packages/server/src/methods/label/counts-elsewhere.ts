/** How many Emails have a label in an account at another JMAP server: labels are kept here, Emails and keywords there. */
import { type EmailFilterCondition, type Invocation, type Label, SEEN } from "@pismo/jmap";
import type { UpstreamMail } from "../context.ts";
import { type Folder, foldersThere } from "../upstream-answers.ts";

/** As many as any server takes in a request (RFC 8620 §2, maxCallsInRequest). */
const CALLS_AT_ONCE = 16;
const counts = ["totalEmails", "unreadEmails"] as const;
type Count = (typeof counts)[number];

const isHidden = ({ role }: Folder): boolean => role === "trash" || role === "junk";

/** What the server cannot count is 0. @throws MethodError serverUnavailable */
export async function countElsewhere(mail: UpstreamMail, labels: readonly Label[]): Promise<Label[]> {
  if (labels.length === 0) return [];
  const hidden = (await foldersThere(mail)).filter(isHidden).map(({ id }) => id);
  const calls = labels.flatMap(({ id, keyword }) =>
    counts.map((count): Invocation => {
      const filter: EmailFilterCondition = {
        hasKeyword: keyword,
        ...(hidden.length > 0 && { inMailboxOtherThan: hidden }),
        ...(count === "unreadEmails" && { notKeyword: SEEN }),
      };
      return ["Email/query", { filter, limit: 1, calculateTotal: true }, `${count} ${id}`];
    }),
  );
  const totals = new Map<string, number>();
  for (let at = 0; at < calls.length; at += CALLS_AT_ONCE) {
    for (const [name, answer, callId] of await mail.ask(calls.slice(at, at + CALLS_AT_ONCE))) {
      if (name === "Email/query" && typeof answer["total"] === "number") totals.set(callId, answer["total"]);
    }
  }
  const totalOf = (count: Count, { id }: Label): number => totals.get(`${count} ${id}`) ?? 0;
  return labels.map((label) => ({
    ...label,
    totalEmails: totalOf("totalEmails", label),
    unreadEmails: totalOf("unreadEmails", label),
  }));
}
