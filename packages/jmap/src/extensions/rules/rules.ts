/** What Sieve scripts (RFC 9661) did, beside what the standard tells: an extension of ours. */
import type { Id, UTCDate } from "../../core/core.ts";

export const RULES = "tag:pismo.localhost,2026:rules";

/** The last letter that a script could not sort, and that so stayed in the inbox. */
export interface ScriptFailure {
  at: UTCDate;
  /** "line 3: there is no folder …" */
  description: string;
}

/**
 * The methods below are of SieveScript, and named under its capability: an account that has this one has them.
 *
 * SieveScript/try runs a script on letters that were there before, the newest first, and tells what it would mark. Nothing
 * is done.
 */
export interface RuleTryArgs {
  accountId: Id;
  /** Sieve. It sees the header and the size of a letter, and knows of no folders. */
  script: string;
  /** Letters that were received earlier are not looked at. */
  after: UTCDate;
  /** `next` of the result before; left out: from the newest one. */
  from?: string | null;
}

export interface RuleTryResult {
  accountId: Id;
  /** The letters that would get flags, with these. */
  list: { emailId: Id; flags: string[] }[];
  /** Letters that were looked at: those of folders into which mail is sorted, at most a thousand. */
  looked: number;
  /** Of them those of which the mail server alone has the whole header: their senders, recipients and subject were seen. */
  partial: number;
  /** How far back that was; null: nothing was there. */
  lookedBackTo: UTCDate | null;
  /** Why the script failed on the first letter on which it did. */
  failure: string | null;
  /** null: all were looked at. */
  next: string | null;
}

/**
 * Names of rules are what a script leaves in its variable "rules", divided by blanks. How often a rule held for a letter
 * that arrived, and was carried out: of the 500 that were used last.
 */
export interface RuleUse {
  rule: string;
  times: number;
  lastAt: UTCDate;
}

export interface RuleUsesArgs {
  accountId: Id;
}

export interface RuleUsesResult {
  accountId: Id;
  list: RuleUse[];
}

/** Which rules sorted letters when they arrived. */
export interface RuleSortedArgs {
  accountId: Id;
  emailIds: Id[];
}

export interface RuleSortedResult {
  accountId: Id;
  /** Those of the letters that rules have sorted. */
  list: {
    emailId: Id;
    rules: string[];
    /** The mail server has sorted it: the rules are those that hold by its script, and it does not tell. Else left out. */
    isProbable?: true;
  }[];
}

/** Of an account. */
export interface RulesCapability {
  /** What scripts may require that the account's mail server runs (RFC 5804); left out: it runs none that is known. */
  serverExtensions?: readonly string[];
}

/** As the mail server's scripts name folders. */
export interface RulePathsArgs {
  accountId: Id;
  mailboxIds: Id[];
}

export interface RulePathsResult {
  accountId: Id;
  /** Of the folders those that the server has. */
  list: { mailboxId: Id; path: string }[];
}
