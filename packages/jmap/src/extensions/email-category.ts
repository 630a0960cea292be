/**
 * Why an Email is in its category: an extension of ours. The category itself is a keyword (email.ts), which any server
 * stores and any client can change.
 */
import type { GetArgs, GetResult, Id } from "../core/core.ts";
import type { Category } from "../mail/email.ts";

/** An account capability. */
export const CATEGORIES = "tag:pismo.localhost,2026:categories";

export type CategoryReason =
  /** The message contains its schema.org type, here without the URL. */
  | { kind: "schema"; type: string }
  /** Words of the message that decided: lower case, without punctuation. */
  | {
      kind: "words";
      words: string[];
      /** The sender's address, where it counted too. */
      sender?: string;
    }
  /** A person corrected an earlier Email of this sender. */
  | { kind: "sender"; address: string }
  /** A person chose it for this Email. */
  | { kind: "person" };

export interface EmailCategory {
  /** The Email's. */
  id: Id;
  /** By the Email's keywords. */
  category: Category | null;
  /** null where it is unknown: the keyword came with the message, or another program set it. */
  reason: CategoryReason | null;
}

/** `ids` is required. */
export type EmailCategoryGetArgs = GetArgs & { ids: Id[] };
export type EmailCategoryGetResult = GetResult<Partial<EmailCategory>>;
