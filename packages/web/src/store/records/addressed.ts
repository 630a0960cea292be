/** By which of a person's addresses a conversation is led. */
import { type Call, DRAFT, type Email, type EmailAddress, type Id, MethodError } from "@pismo/jmap";
import { request } from "../session/session.ts";
import type { AccountRecords } from "./records.ts";

export interface Addressed {
  /** Who wrote in the conversation, the last one first. */
  writers: EmailAddress[];
  /** To whom the Email is addressed, then where it was delivered. */
  recipients: EmailAddress[];
}

/** An alias of which the header fields of the Email say nothing stands here: what servers add. */
const traces = ["Delivered-To", "X-Original-To", "Envelope-To"].map(
  (name) => `header:${name}:asAddresses:all` as keyof Email,
);

/** @throws what the request throws */
export async function addressedIn(emailId: Id, { accountId }: AccountRecords): Promise<Addressed> {
  const [answered, conversation] = await request((calls) => {
    const email = calls.call("Email/get", {
      accountId,
      ids: [emailId],
      properties: ["threadId", "to", "cc", "bcc", ...traces],
    });
    const threads = calls.call("Thread/get", { accountId, "#ids": email.ref("/list/*/threadId") });
    const emails = calls.call("Email/get", {
      accountId,
      "#ids": threads.ref("/list/*/emailIds"),
      properties: ["from", "keywords"],
    });
    return [email, emails] as const;
  });
  const [email = {}] = answered.result().list;
  const traced = traces.flatMap((name) => (email[name] as EmailAddress[][] | undefined) ?? []).flat();
  const addressed = [email.to, email.cc, email.bcc].flatMap((addresses) => addresses ?? []);
  // Thread/get has them oldest first (RFC 8621 §3). One that is too long to be got at once has no say.
  const sent = emailsOf(conversation).filter(({ keywords }) => !keywords?.[DRAFT]);
  return { writers: sent.toReversed().flatMap(({ from }) => from ?? []), recipients: [...addressed, ...traced] };
}

function emailsOf(conversation: Call<"Email/get">): Partial<Email>[] {
  try {
    return conversation.result().list;
  } catch (error) {
    if (!(error instanceof MethodError)) throw error;
    return [];
  }
}
