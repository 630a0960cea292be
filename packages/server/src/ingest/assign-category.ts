/** The category of new Emails: the person's correction for the sender, else the result of the rules. */
import { categoriesOf, categoryKeyword, DRAFT, type Id } from "@pismo/jmap";
import {
  type CategoryFinding,
  correctionFor,
  ownAddresses,
  uncategorizedMailboxes,
} from "../store/mail/email-categories.ts";
import type { PreparedNewEmail } from "../store/mail/insert-emails.ts";
import type { Reader } from "../store/db/store.ts";

/** The part of an account that categories depend on. */
interface AccountContext {
  own: ReadonlySet<string>;
  mailboxes: ReadonlySet<Id>;
  /** Corrections by sender; a batch has few senders. */
  corrections: Map<string, Awaited<ReturnType<typeof correctionFor>>>;
}

/** Categorizes the Emails of one batch, of any accounts. */
export class Categorizer {
  readonly #reader: Reader;
  readonly #contexts = new Map<Id, AccountContext>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** undefined: neither rules nor corrections apply, or the Email was not sent to the person. */
  async categorize(email: PreparedNewEmail): Promise<CategoryFinding | undefined> {
    const { accountId, keywords, mailboxIds, prepared } = email;
    const { sender, category } = prepared;
    if (!sender || keywords.includes(DRAFT) || categoriesOf(keywords).length > 0) return undefined;
    const { own, mailboxes, corrections } = await this.#contextOf(accountId);
    if (own.has(sender) || mailboxIds.some((id) => mailboxes.has(id))) return undefined;
    if (!corrections.has(sender)) corrections.set(sender, await correctionFor(this.#reader, accountId, sender));
    const correction = corrections.get(sender);
    if (correction) return { category: correction.category, reason: { kind: "sender", address: sender } };
    return category ?? undefined;
  }

  async #contextOf(accountId: Id): Promise<AccountContext> {
    let context = this.#contexts.get(accountId);
    if (!context) {
      context = {
        own: await ownAddresses(this.#reader, accountId),
        mailboxes: await uncategorizedMailboxes(this.#reader, accountId),
        corrections: new Map(),
      };
      this.#contexts.set(accountId, context);
    }
    return context;
  }
}

export const withCategory = (email: PreparedNewEmail, finding: CategoryFinding | undefined): PreparedNewEmail =>
  finding?.category ? { ...email, keywords: [...email.keywords, categoryKeyword(finding.category)] } : email;
