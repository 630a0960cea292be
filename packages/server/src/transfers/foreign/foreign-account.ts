/** An account at another JMAP server: its Emails are read, imported and destroyed there. */
import {
  CORE,
  type Email,
  escapeToken,
  firstAccount,
  type Id,
  type Invocation,
  type Keyword,
  type LabelFace,
  LABELS,
  MAIL,
  MethodError,
  type MethodErrorType,
  type MethodName,
  type MethodResult,
  type SetError,
  SetFailure,
} from "@pismo/jmap";
import type { JmapAccount } from "../../store/auth/jmap-accounts.ts";
import type { LabelPlace } from "../../store/labels/bring-labels.ts";
import { askUpstream } from "../../upstream/ask.ts";
import { UpstreamAway } from "../../upstream/errors.ts";
import { offers } from "../../upstream/session-resource.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";
import { labelFaces } from "./label-faces.ts";
import { download, type ForeignPlace, limited, upload } from "./foreign-messages.ts";

/** What is known of a message, wherever it lies. */
export interface Original {
  bytes: Uint8Array;
  keywords: Keyword[];
  receivedAt: Date;
  /** Those of its account. */
  mailboxIds: Id[];
}

export interface Copy {
  id: Id;
  /** It was in the account before, and is to be joined with what came. */
  wasThere: boolean;
}

const SECOND_MS = 1000;
const EMAILS_AT_ONCE = 100;
/** What no later request would change. */
const lasting: ReadonlySet<MethodErrorType> = new Set([
  "forbidden",
  "accountReadOnly",
  "accountNotFound",
  "accountNotSupportedByMethod",
  "invalidArguments",
  "unknownMethod",
]);

const utcOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");
const those = (ids: readonly Id[]): Record<Id, true> => Object.fromEntries(ids.map((id) => [id, true]));

/** Methods throw SetFailure, UpstreamAway, CredentialRefused and NotOffered. */
export class ForeignAccount {
  readonly #place: ForeignPlace;
  /** Its server has them; of others they are kept here. */
  readonly keepsLabels: boolean;

  private constructor(place: ForeignPlace, keepsLabels: boolean) {
    this.#place = place;
    this.keepsLabels = keepsLabels;
  }

  static async open(remote: UpstreamCalls, person: JmapAccount, signal: AbortSignal): Promise<ForeignAccount> {
    const { session } = await remote.session(person);
    const id = firstAccount(session);
    if (id === undefined) throw new UpstreamAway("there is no mail account");
    return new ForeignAccount({ remote, person, id, signal }, offers(session, LABELS));
  }

  /** Whether it is one account at one server, which the person has here twice. */
  isSameAs(other: ForeignAccount): boolean {
    const [one, two] = [this.#place, other.#place];
    return one.id === two.id && one.remote.originFor(one.person) === two.remote.originFor(two.person);
  }

  async read(emailId: Id): Promise<Original> {
    const { list } = await this.#ask("Email/get", {
      ids: [emailId],
      properties: ["blobId", "size", "keywords", "receivedAt", "mailboxIds"],
    });
    const [email] = list as Email[];
    if (!email) throw new SetFailure({ type: "notFound" });
    return {
      bytes: await download(this.#place, email),
      keywords: Object.keys(email.keywords),
      receivedAt: new Date(email.receivedAt),
      mailboxIds: Object.keys(email.mailboxIds),
    };
  }

  /** Stores it, where the server has not got the message already (RFC 8621 §4.8). */
  async import({ bytes, keywords, receivedAt }: Original, mailboxIds: readonly Id[]): Promise<Copy> {
    const given = {
      blobId: await upload(this.#place, bytes),
      mailboxIds: those(mailboxIds),
      keywords: those(keywords),
      receivedAt: utcOf(receivedAt),
    };
    const { created, notCreated } = await this.#ask("Email/import", { emails: { c: given } });
    const id = created?.["c"]?.id;
    if (id !== undefined) return { id, wasThere: false };
    const error: SetError = notCreated?.["c"] ?? { type: "notFound" };
    if (error.type !== "alreadyExists" || error.existingId === undefined) throw refusal(error);
    return { id: error.existingId, wasThere: true };
  }

  /** Puts one that the account has into the mailboxes too, with the keywords. Of Trash and Spam it comes out. */
  async join(emailId: Id, { keywords }: Original, mailboxIds: readonly Id[]): Promise<void> {
    const { list } = await this.#ask("Email/get", { ids: [emailId], properties: ["mailboxIds"] });
    const ids = Object.keys((list as Email[])[0]?.mailboxIds ?? {});
    const mailboxes = await this.#ask("Mailbox/get", { ids, properties: ["role"] });
    const left = mailboxes.list.flatMap(({ id = "", role }) => (role === "trash" || role === "junk" ? id : []));
    const patch = {
      ...Object.fromEntries(left.map((id) => [`mailboxIds/${id}`, null])),
      ...Object.fromEntries(mailboxIds.map((id) => [`mailboxIds/${id}`, true])),
      ...Object.fromEntries(keywords.map((keyword) => [`keywords/${escapeToken(keyword)}`, true])),
    };
    const { notUpdated } = await this.#ask("Email/set", { update: { [emailId]: patch } });
    const refused = notUpdated?.[emailId];
    if (refused) throw refusal(refused);
  }

  /**
   * A copy that may have been stored before an answer came.
   * @param isOther whether it is known of another message
   */
  async find(
    { bytes, receivedAt }: Original,
    mailboxIds: readonly Id[],
    isOther: (id: Id) => Promise<boolean>,
  ): Promise<Id | undefined> {
    const filter = {
      inMailbox: mailboxIds[0]!,
      after: utcOf(receivedAt),
      before: utcOf(new Date(receivedAt.getTime() + SECOND_MS)),
      // Not all servers take the bounds alike; the sizes themselves are looked at.
      minSize: Math.max(0, bytes.length - 1),
      maxSize: bytes.length + 2,
    };
    const { ids } = await this.#ask("Email/query", { filter });
    for (let at = 0; at < ids.length; at += EMAILS_AT_ONCE) {
      const { list } = await this.#ask("Email/get", { ids: ids.slice(at, at + EMAILS_AT_ONCE), properties: ["size"] });
      for (const { id = "", size } of list) {
        if (size === bytes.length && (await this.#has(id, bytes)) && !(await isOther(id))) return id;
      }
    }
    return undefined;
  }

  async #has(emailId: Id, bytes: Uint8Array): Promise<boolean> {
    try {
      return Buffer.compare((await this.read(emailId)).bytes, bytes) === 0;
    } catch (error) {
      if (error instanceof SetFailure) return false;
      throw error;
    }
  }

  /** One that is gone already is no failure. */
  async destroy(emailId: Id): Promise<void> {
    const { notDestroyed } = await this.#ask("Email/set", { destroy: [emailId] });
    const refused = notDestroyed?.[emailId];
    if (refused && refused.type !== "notFound") throw refusal(refused);
  }

  /** Those that its server has. */
  async labels(): Promise<LabelPlace & { labels: LabelFace[] }> {
    const { list } = await this.#ask("Label/get", { ids: null }, LABELS);
    const labels = labelFaces(list);
    return {
      labels,
      make: async (given) => {
        const { created, notCreated } = await this.#ask("Label/set", { create: { l: given } }, LABELS);
        const id = created?.["l"]?.id;
        if (id === undefined) throw refusal(notCreated?.["l"] ?? { type: "forbidden" });
        const label = { ...given, id };
        labels.push(label);
        return label;
      },
    };
  }

  async #ask<N extends MethodName>(
    name: N,
    args: Record<string, unknown>,
    capability = MAIL,
  ): Promise<MethodResult<N>> {
    const { remote, person, id, signal } = this.#place;
    const calls: Invocation[] = [[name, { ...args, accountId: id }, "0"]];
    const [answer] = await askUpstream(remote, person, calls, limited(signal), [CORE, capability]);
    if (answer?.[0] === name) return answer[1];
    const { type = "serverFail" } = (answer?.[1] ?? {}) as { type?: MethodErrorType };
    if (lasting.has(type)) throw new SetFailure({ type: "forbidden", description: `${name}: ${type}` });
    throw new UpstreamAway(`${name}: ${type}`, { cause: new MethodError(type) });
  }
}

/** What the server would take later is waited for (RFC 8620 §5.3). */
const refusal = (error: SetError): Error =>
  error.type === "rateLimit" ? new UpstreamAway("too many requests") : new SetFailure(error);
