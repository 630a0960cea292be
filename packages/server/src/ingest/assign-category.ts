/** The category of new Emails: the person's correction for the sender, else the result of the rules. */
import { categoriesOf, categoryKeyword, DRAFT, type Id } from "@pismo/jmap";
import {
  type CategoryFinding,
  correctionsFor,
  ownAddresses,
  uncategorizedMailboxes,
} from "../store/mail/email-categories.ts";
import type { PreparedNewEmail } from "../store/mail/insert-emails.ts";
import type { Reader } from "../store/db/store.ts";

/** What a category depends on. */
export type Categorized = Pick<PreparedNewEmail, "accountId" | "mailboxIds" | "keywords"> & {
  prepared: Pick<PreparedNewEmail["prepared"], "sender" | "category">;
};

/** Whether it could get a category, by itself alone. */
const isOpen = ({ keywords, prepared }: Categorized): boolean =>
  prepared.sender !== undefined && !keywords.includes(DRAFT) && categoriesOf(keywords).length === 0;

/**
 * Of the Emails of one batch, of any accounts, in their order.
 * undefined: neither rules nor corrections apply, or the Email was not sent to the person.
 */
export async function findCategories(
  reader: Reader,
  emails: readonly Categorized[],
): Promise<(CategoryFinding | undefined)[]> {
  const findings = new Map<Categorized, CategoryFinding | undefined>();
  const open = emails.filter(isOpen);
  for (const accountId of new Set(open.map((email) => email.accountId))) {
    const own = open.filter((email) => email.accountId === accountId);
    for (const [email, finding] of await ofAccount(reader, accountId, own)) findings.set(email, finding);
  }
  return emails.map((email) => findings.get(email));
}

async function ofAccount(
  reader: Reader,
  accountId: Id,
  emails: readonly Categorized[],
): Promise<[Categorized, CategoryFinding | undefined][]> {
  const own = await ownAddresses(reader, accountId);
  const mailboxes = await uncategorizedMailboxes(reader, accountId);
  const senders = new Set(emails.map(({ prepared }) => prepared.sender!));
  const corrections = await correctionsFor(reader, accountId, [...senders]);
  return emails.map((email) => {
    const { mailboxIds, prepared } = email;
    const sender = prepared.sender!;
    if (own.has(sender) || mailboxIds.some((id) => mailboxes.has(id))) return [email, undefined];
    const category = corrections.get(sender);
    if (category !== undefined) return [email, { category, reason: { kind: "sender", address: sender } }];
    return [email, prepared.category ?? undefined];
  });
}

export const withCategory = (email: PreparedNewEmail, finding: CategoryFinding | undefined): PreparedNewEmail =>
  finding?.category ? { ...email, keywords: [...email.keywords, categoryKeyword(finding.category)] } : email;
