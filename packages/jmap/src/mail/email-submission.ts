/** Sending: RFC 8621 §7. */
import type { Id, PatchObject, SetArgs, UTCDate } from "../core/core.ts";

export interface SubmissionAddress {
  email: string;
  /** SMTP parameters by name, e.g. {"RET": "HDRS"}; null where a parameter has no value. */
  parameters: Record<string, string | null> | null;
}

/** As clients give it: the commonest form has no parameters. */
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
