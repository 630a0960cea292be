/**
 * Why a letter is in its category: an extension of our own, which other servers lack. The category itself is a keyword
 * (email.ts), so any server keeps it and any client can change it.
 */
import type { GetArgs, GetResult, Id } from "../core/core.ts";
import type { Category } from "../mail/email.ts";

/** The account capability; a client that does not find it asks for no reasons. */
export const CATEGORIES = "tag:pismo.localhost,2026:categories";

export type CategoryReason =
  /** The letter says itself what it is: a type of schema.org, without its address. */
  | { kind: "schema"; type: string }
  /** Words of the letter, as far as they were looked at: lower case, without punctuation. */
  | {
      kind: "words";
      words: string[];
      /** The sender's address, where it spoke for the category too. */ sender?: string;
    }
  /** A person corrected an earlier letter of this sender. */
  | { kind: "sender"; address: string }
  /** A person chose it for this letter. */
  | { kind: "person" };

export interface EmailCategory {
  /** The Email's. */
  id: Id;
  /** As the letter's keywords say. */
  category: Category | null;
  /** null where the server does not know: the keyword came with the letter, or another program set it before. */
  reason: CategoryReason | null;
}

/** Ids have to be named. */
export type EmailCategoryGetArgs = GetArgs & { ids: Id[] };
export type EmailCategoryGetResult = GetResult<Partial<EmailCategory>>;
