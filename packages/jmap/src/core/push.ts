/** Push: RFC 8620 §7. */
import type { Id, State, UTCDate } from "./core.ts";

/** The types whose state a StateChange can carry. EmailDelivery changes when a new message arrives (RFC 8621 §1.5). */
export type StateType =
  | "Mailbox"
  | "Thread"
  | "Email"
  | "EmailDelivery"
  | "Identity"
  | "EmailSubmission"
  | "VacationResponse"
  | "Quota"
  | "AddressBook"
  | "ContactCard"
  | "SieveScript"
  /** An extension of ours, see ADDRESS_BOOK_SERVERS. */
  | "AddressBookServer"
  /** An extension of ours, see MIRROR. */
  | "MirrorStatus"
  /** An extension of ours, see PREFERENCES. */
  | "Preferences"
  /** An extension of ours, see LABELS. */
  | "Label"
  /** An extension of ours, see SAVED_SEARCHES. */
  | "SavedSearch"
  /** Extensions of ours, see DEADLINES. */
  | "EmailFact"
  | "Deadline";

/** RFC 9749, among the session's capabilities: push messages are signed, and a subscription may be bound to the key. */
export const VAPID = "urn:ietf:params:jmap:webpush-vapid";
export interface VapidCapability {
  /** In base64url. */
  applicationServerKey: string;
}

export interface StateChange {
  "@type": "StateChange";
  /** Account id → type → new state. */
  changed: Record<Id, Partial<Record<StateType, State>>>;
}

/** RFC 8620 §7.2. Not bound to an account. */
export interface PushSubscription {
  id: Id;
  deviceClientId: string;
  url: string;
  /** RFC 8291: base64url without padding. */
  keys: { p256dh: string; auth: string } | null;
  verificationCode: string | null;
  expires: UTCDate | null;
  types: string[] | null;
}

/** RFC 8620 §7.2.2: posted to the subscription's url after its creation. */
export interface PushVerification {
  "@type": "PushVerification";
  pushSubscriptionId: Id;
  verificationCode: string;
}
