/** A JSContact card: RFC 9553. Names are the RFC's; what is not named here is kept as it is. */
import type { Id, UTCDate } from "../core/core.ts";

/** What may say of an entry where it belongs, and how much it is preferred (1 is most): RFC 9553 §1.5. */
interface Entry {
  contexts?: Record<string, boolean>;
  /** 1 to 100. */
  pref?: number;
  label?: string;
  [other: string]: unknown;
}

/** RFC 9553 §2.2.1.2. */
export interface CardNameComponent {
  kind: string;
  value: string;
  [other: string]: unknown;
}

/** RFC 9553 §2.2.1.1. */
export interface CardName {
  components?: CardNameComponent[];
  isOrdered?: boolean;
  defaultSeparator?: string;
  full?: string;
  sortAs?: Record<string, string>;
  [other: string]: unknown;
}

/** RFC 9553 §2.3.1. */
export interface CardEmail extends Entry {
  address: string;
}

/** RFC 9553 §2.3.3. */
export interface CardPhone extends Entry {
  number: string;
  features?: Record<string, boolean>;
}

/** RFC 9553 §2.2.3. */
export interface CardOrganization extends Entry {
  name?: string;
  units?: { name: string; [other: string]: unknown }[];
}

/** RFC 9553 §2.2.5. */
export interface CardTitle extends Entry {
  name: string;
  kind?: string;
}

/** RFC 9553 §2.5.1. */
export interface CardAddress extends Entry {
  full?: string;
  components?: CardNameComponent[];
  isOrdered?: boolean;
  countryCode?: string;
}

/** RFC 9553 §2.6.4. @property blobId of JMAP alone (RFC 9610 §3), in place of the URI */
export interface CardMedia extends Entry {
  kind: string;
  uri?: string;
  mediaType?: string;
  blobId?: Id;
}

/** RFC 9553 §2.8.1. A Timestamp has `utc`, a PartialDate the others. */
export interface CardDate {
  "@type"?: string;
  utc?: UTCDate;
  year?: number;
  month?: number;
  day?: number;
  [other: string]: unknown;
}

/** RFC 9553 §2.8.1. */
export interface CardAnniversary {
  kind: string;
  date: CardDate;
  [other: string]: unknown;
}

/** RFC 9553 §2.1 to §2.8. */
export interface Card {
  "@type": "Card";
  version: string;
  uid: string;
  /** "individual" where it is missing; "group" has `members` (RFC 9553 §2.1.4). */
  kind?: string;
  created?: UTCDate;
  updated?: UTCDate;
  /** The uids of a group's cards. */
  members?: Record<string, boolean>;
  name?: CardName;
  nicknames?: Record<Id, Entry & { name: string }>;
  organizations?: Record<Id, CardOrganization>;
  titles?: Record<Id, CardTitle>;
  emails?: Record<Id, CardEmail>;
  phones?: Record<Id, CardPhone>;
  onlineServices?: Record<Id, Entry & { service?: string; uri?: string; user?: string }>;
  addresses?: Record<Id, CardAddress>;
  links?: Record<Id, Entry & { uri: string }>;
  media?: Record<Id, CardMedia>;
  anniversaries?: Record<Id, CardAnniversary>;
  keywords?: Record<string, boolean>;
  notes?: Record<Id, { note: string; [other: string]: unknown }>;
  [other: string]: unknown;
}
