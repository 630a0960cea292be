/** Sending: identities, submissions and the vacation response: RFC 8621 §6 to §8. */
import type { Id, PatchObject, SetArgs, UTCDate } from "../core/core.ts";
import type { EmailAddress } from "./email.ts";

/** RFC 8621 §6. */
export interface Identity {
  id: Id;
  name: string;
  email: string;
  replyTo: EmailAddress[] | null;
  bcc: EmailAddress[] | null;
  textSignature: string;
  htmlSignature: string;
  mayDelete: boolean;
}

export interface SubmissionAddress {
  email: string;
  /** SMTP parameters by name, e.g. {"RET": "HDRS"}; null where a parameter has no value. */
  parameters: Record<string, string | null> | null;
}

/** As clients send it: usually without parameters. */
export type GivenSubmissionAddress = Omit<SubmissionAddress, "parameters"> & Partial<SubmissionAddress>;

export interface Envelope {
  mailFrom: SubmissionAddress;
  rcptTo: SubmissionAddress[];
}

export interface GivenEnvelope {
  mailFrom: GivenSubmissionAddress;
  rcptTo: GivenSubmissionAddress[];
}

export interface DeliveryStatus {
  smtpReply: string;
  delivered: "queued" | "yes" | "no" | "unknown";
  displayed: "unknown" | "yes";
}

export type UndoStatus = "pending" | "final" | "canceled";

/** RFC 8621 §7. */
export interface EmailSubmission {
  id: Id;
  identityId: Id;
  emailId: Id;
  threadId: Id;
  envelope: Envelope | null;
  sendAt: UTCDate;
  undoStatus: UndoStatus;
  /** By recipient address. */
  deliveryStatus: Record<string, DeliveryStatus> | null;
  dsnBlobIds: Id[];
  mdnBlobIds: Id[];
  /** After so many days without an answer its Email comes to the inbox; null: never. Extension of ours: see SNOOZE. */
  remindAfterDays?: number | null;
  /**
   * What smaller files in the Email stand for, by their blobIds there: blobs that are kept until a day after `sendAt`, so
   * that who takes the Email back has the originals again. Can be set as long as it waits. Extension of ours: see OUTBOX.
   */
  originals?: Record<Id, Id> | null;
}

export interface EmailSubmissionFilterCondition {
  identityIds?: Id[];
  emailIds?: Id[];
  threadIds?: Id[];
  undoStatus?: UndoStatus;
  before?: UTCDate;
  after?: UTCDate;
}

export interface EmailSubmissionSetArgs extends SetArgs<EmailSubmission> {
  /** By submission id or "#creationId". */
  onSuccessUpdateEmail?: Record<Id, PatchObject> | null;
  onSuccessDestroyEmail?: Id[] | null;
}

/** A singleton with the id "singleton": RFC 8621 §8. */
export interface VacationResponse {
  id: "singleton";
  isEnabled: boolean;
  fromDate: UTCDate | null;
  toDate: UTCDate | null;
  subject: string | null;
  textBody: string | null;
  htmlBody: string | null;
  /** Senders who are not among the account's contacts get no answer. Extension of ours: see VACATION_AUDIENCE. */
  contactsOnly?: boolean;
  /** A script of the account's mail server answers: this is silent. Server-set; extension of ours: see VACATION_AUDIENCE. */
  serverAnswers?: boolean;
}
