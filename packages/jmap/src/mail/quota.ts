/** Quotas: RFC 9425. */
import type { ChangesResult, Id } from "../core/core.ts";

export const QUOTA = "urn:ietf:params:jmap:quota";

/** RFC 9425 §4.1. `resourceType` is the unit of `used` and the limits. There is no Quota/set. */
export interface Quota {
  id: Id;
  /** RFC 9425 §3.2: objects of `types`, or octets. */
  resourceType: "count" | "octets";
  used: number;
  hardLimit: number;
  /** RFC 9425 §3.1. */
  scope: "account" | "domain" | "global";
  name: string;
  /** Data types by their names in IANA's registry, limited to the capabilities in `using`. */
  types: string[];
  warnLimit: number | null;
  softLimit: number | null;
  description: string | null;
}

/** RFC 9425 §4.3. */
export interface QuotaChangesResult extends ChangesResult {
  /** The only properties that changed in `updated`; null: unknown. */
  updatedProperties: string[] | null;
}

/** RFC 9425 §4.4. */
export interface QuotaFilterCondition {
  /** A part of the name. */
  name?: string;
  scope?: string;
  resourceType?: string;
  /** One of `types`. */
  type?: string;
}
