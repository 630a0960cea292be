/** That rules may send letters on: an extension of ours, in the session of a browser. */
import type { UTCDate } from "../../core/core.ts";

export const RULE_REDIRECTS = "tag:pismo.localhost,2026:rule-redirects";

/** Of the session as a whole. An account whose rules may send letters on has it too, as {}. */
export interface RuleRedirectsCapability {
  /**
   * GET …?account=ID lists the addresses that the person has allowed, as AllowedRedirects. POST and DELETE take
   * {accountId, address}; POST also the person's password where one is needed, and DELETE never.
   */
  url: string;
  /** The password with which the person signs in here. */
  needsPassword: boolean;
}

export interface AllowedRedirects {
  /** In lower case, the oldest first. */
  list: { address: string; allowedAt: UTCDate }[];
}
