/** An account at another JMAP server whose Emails are held here: their drafts are read, marked and submitted there. */
import {
  CORE,
  DRAFT,
  type Email,
  type Envelope,
  firstAccount,
  type Id,
  type Invocation,
  MAIL,
  MethodError,
  type MethodErrorType,
  type MethodName,
  type MethodResult,
  type PatchObject,
  SEEN,
  type SetError,
  SetFailure,
  SUBMISSION,
  SUBMIT_PENDING,
} from "@pismo/jmap";
import { askUpstream } from "../ask.ts";
import { UpstreamAway } from "../errors.ts";
import type { UpstreamCalls, UpstreamPerson } from "../upstream.ts";

export interface Draft {
  blobId: Id;
  subject: string;
  keywords: Email["keywords"];
  mailboxIds: Email["mailboxIds"];
}

/** By role; undefined: there is none. */
export interface Folders {
  drafts: Id | undefined;
  sent: Id | undefined;
}

/** What it has done is not known. */
const doubtful: ReadonlySet<MethodErrorType> = new Set(["serverFail", "serverPartialFail"]);
const ANSWER_MS = 60_000;

/** Nothing was done, and it can be tried again. */
export class NotNow extends Error {
  override readonly name = "NotNow";
}

/** Methods throw UpstreamAway, CredentialRefused, NotOffered. */
export class HeldAccount {
  readonly id: Id;
  readonly #remote: UpstreamCalls;
  readonly #person: UpstreamPerson;
  readonly #signal: AbortSignal;

  private constructor(remote: UpstreamCalls, person: UpstreamPerson, id: Id, signal: AbortSignal) {
    this.#remote = remote;
    this.#person = person;
    this.id = id;
    this.#signal = signal;
  }

  static async open(remote: UpstreamCalls, person: UpstreamPerson, signal: AbortSignal): Promise<HeldAccount> {
    const { session } = await remote.session(person);
    const id = firstAccount(session);
    if (id === undefined) throw new UpstreamAway("there is no mail account");
    return new HeldAccount(remote, person, id, signal);
  }

  /** undefined: it is no more. */
  async draft(emailId: Id): Promise<Draft | undefined> {
    const properties = ["blobId", "subject", "keywords", "mailboxIds"];
    const { list } = await this.#call("Email/get", { ids: [emailId], properties });
    const [email] = list as Email[];
    return email && { ...email, subject: email.subject ?? "" };
  }

  /** Those that are there. */
  async existing(emailIds: readonly Id[]): Promise<Set<Id>> {
    const { list } = await this.#call("Email/get", { ids: emailIds, properties: ["id"] });
    return new Set(list.flatMap(({ id = [] }) => id));
  }

  async hasIdentity(identityId: Id): Promise<boolean> {
    return (await this.#call("Identity/get", { ids: [identityId] })).list.length > 0;
  }

  async folders(): Promise<Folders> {
    const { list } = await this.#call("Mailbox/get", { ids: null, properties: ["role"] });
    const withRole = (role: string): Id | undefined => list.find((each) => each.role === role)?.id;
    return { drafts: withRole("drafts"), sent: withRole("sent") };
  }

  async wasSubmitted(emailId: Id): Promise<boolean> {
    const { ids } = await this.#call("EmailSubmission/query", { filter: { emailIds: [emailId] } });
    return ids.length > 0;
  }

  /** @throws SetFailure */
  async change(emailId: Id, patch: PatchObject): Promise<void> {
    const { notUpdated } = await this.#call("Email/set", { update: { [emailId]: patch } });
    const refused = notUpdated?.[emailId];
    if (refused) throw new SetFailure(refused);
  }

  /** It is the draft that it was. One that is no more is none. */
  async makeDraft(emailId: Id): Promise<void> {
    const patch = { [`keywords/${DRAFT}`]: true, [`keywords/${SUBMIT_PENDING}`]: null } as const;
    await this.change(emailId, patch).catch((error: unknown) => {
      if (!(error instanceof SetFailure) || error.error.type !== "notFound") throw error;
    });
  }

  /** @throws SetFailure: refused; NotNow */
  async submit(identityId: Id, emailId: Id, envelope: Envelope, sentPatch: PatchObject): Promise<void> {
    const args = {
      create: { sending: { identityId, emailId, envelope } },
      onSuccessUpdateEmail: { "#sending": sentPatch },
    };
    const { created, notCreated } = await this.#call("EmailSubmission/set", args);
    if (created?.["sending"]) return;
    const error: SetError = notCreated?.["sending"] ?? { type: "forbiddenToSend" };
    throw error.type === "rateLimit" ? new NotNow(error.description ?? error.type) : new SetFailure(error);
  }

  /** Passes a call on. @param accountId another one of the person's there @returns its answers */
  async pass(call: Invocation, accountId: Id = this.id): Promise<Invocation[]> {
    const [name, args, callId] = call;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)]);
    const calls: Invocation[] = [[name, { ...args, accountId }, callId]];
    return askUpstream(this.#remote, this.#person, calls, signal, [CORE, MAIL, SUBMISSION]);
  }

  async #call<N extends MethodName>(name: N, args: Record<string, unknown>): Promise<MethodResult<N>> {
    const [answer] = await this.pass([name, args, "0"]);
    if (answer?.[0] === name) return answer[1];
    const { type = "serverFail", description } = (answer?.[1] ?? {}) as {
      type?: MethodErrorType;
      description?: string;
    };
    const said = `${name}: ${description ?? type}`;
    // Nothing was done (RFC 8620 §3.6.2).
    if (type === "serverUnavailable") throw new NotNow(said);
    if (doubtful.has(type)) throw new UpstreamAway(said, { cause: new MethodError(type) });
    throw new SetFailure({ type: "forbidden", description: said });
  }
}

/** What becomes of the draft when it has gone. */
export const sentPatchOf = ({ drafts, sent }: Folders): PatchObject => ({
  [`keywords/${DRAFT}`]: null,
  [`keywords/${SUBMIT_PENDING}`]: null,
  [`keywords/${SEEN}`]: true,
  ...(sent !== undefined && {
    [`mailboxIds/${sent}`]: true,
    ...(drafts !== undefined && { [`mailboxIds/${drafts}`]: null }),
  }),
});

/** Whether it lies there as a draft, or as one that waits. */
export const isThere = ({ keywords, mailboxIds }: Draft, { drafts }: Folders): boolean =>
  (keywords[DRAFT] === true || keywords[SUBMIT_PENDING] === true) &&
  (drafts === undefined || mailboxIds[drafts] === true);

export const isInSent = ({ mailboxIds }: Draft, { sent }: Folders): boolean =>
  sent !== undefined && mailboxIds[sent] === true;
