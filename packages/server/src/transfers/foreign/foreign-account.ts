/** An account at another JMAP server: its Emails are read, imported and destroyed there. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  CORE,
  type Email,
  firstAccount,
  type Id,
  type Invocation,
  type Keyword,
  MAIL,
  MethodError,
  type MethodErrorType,
  type MethodName,
  type MethodResult,
  type SetError,
  SetFailure,
} from "@pismo/jmap";
import type { JmapAccount } from "../../store/auth/jmap-accounts.ts";
import { askUpstream } from "../../upstream/ask.ts";
import { UpstreamAway } from "../../upstream/errors.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";

/** What is known of a message, wherever it lies. */
export interface Original {
  bytes: Uint8Array;
  keywords: Keyword[];
  receivedAt: Date;
}

export interface Copy {
  id: Id;
  /** It was in the account before. */
  wasThere: boolean;
}

/** Octets; all of a message is in memory while it goes over. */
const MAX_MESSAGE = 100_000_000;
const ANSWER_MS = 60_000;
const SECOND_MS = 1000;

const utcOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");
const those = (ids: readonly Id[]): Record<Id, true> => Object.fromEntries(ids.map((id) => [id, true]));

export class ForeignAccount {
  readonly #remote: UpstreamCalls;
  readonly #person: JmapAccount;
  readonly #id: Id;
  readonly #signal: AbortSignal;

  private constructor(remote: UpstreamCalls, person: JmapAccount, id: Id, signal: AbortSignal) {
    this.#remote = remote;
    this.#person = person;
    this.#id = id;
    this.#signal = signal;
  }

  /** @throws UpstreamAway, CredentialRefused */
  static async open(remote: UpstreamCalls, person: JmapAccount, signal: AbortSignal): Promise<ForeignAccount> {
    const { session } = await remote.session(person);
    const id = firstAccount(session);
    if (id === undefined) throw new UpstreamAway("there is no mail account");
    return new ForeignAccount(remote, person, id, signal);
  }

  /** @throws SetFailure notFound, tooLarge; UpstreamAway, CredentialRefused */
  async read(emailId: Id): Promise<Original> {
    const { list } = await this.#ask("Email/get", {
      ids: [emailId],
      properties: ["blobId", "size", "keywords", "receivedAt"],
    });
    const [email] = list as Email[];
    if (!email) throw new SetFailure({ type: "notFound" });
    if (email.size > MAX_MESSAGE) throw new SetFailure({ type: "tooLarge" });
    const response = await this.#remote.call(this.#person, "downloadUrl", {
      method: "GET",
      variables: { accountId: this.#id, blobId: email.blobId, name: "message", type: "application/octet-stream" },
      headers: { "accept-encoding": "identity" },
      signal: this.#limited(),
    });
    const bytes = await bodyOf(response);
    if (response.statusCode !== 200) throw refusalOf(response, "download");
    return { bytes, keywords: Object.keys(email.keywords), receivedAt: new Date(email.receivedAt) };
  }

  /**
   * Stores it. Where the server has the message already (RFC 8621 §4.8), that one comes into the mailboxes.
   * @throws SetFailure; UpstreamAway, CredentialRefused
   */
  async import({ bytes, keywords, receivedAt }: Original, mailboxIds: readonly Id[]): Promise<Copy> {
    const blobId = await this.#upload(bytes);
    const given = {
      blobId,
      mailboxIds: those(mailboxIds),
      keywords: those(keywords),
      receivedAt: utcOf(receivedAt),
    };
    const { created, notCreated } = await this.#ask("Email/import", { emails: { c: given } });
    const id = created?.["c"]?.id;
    if (id !== undefined) return { id, wasThere: false };
    const error: SetError = notCreated?.["c"] ?? { type: "notFound" };
    if (error.type !== "alreadyExists" || error.existingId === undefined) throw new SetFailure(error);
    const patch = Object.fromEntries(mailboxIds.map((each) => [`mailboxIds/${each}`, true]));
    const { notUpdated } = await this.#ask("Email/set", { update: { [error.existingId]: patch } });
    const refused = notUpdated?.[error.existingId];
    if (refused) throw new SetFailure(refused);
    return { id: error.existingId, wasThere: true };
  }

  /** A copy that may have been stored before an answer came. @throws UpstreamAway, CredentialRefused */
  async find({ bytes, receivedAt }: Original, mailboxIds: readonly Id[]): Promise<Copy | undefined> {
    const [from, to] = [receivedAt, new Date(receivedAt.getTime() + SECOND_MS)].map((date) => utcOf(date));
    const filter = { inMailbox: mailboxIds[0]!, after: from!, before: to! };
    const { ids } = await this.#ask("Email/query", { filter });
    const { list } = await this.#ask("Email/get", { ids: ids.slice(0, 100), properties: ["size"] });
    for (const { id = "", size } of list) {
      if (size === bytes.length && Buffer.compare((await this.read(id)).bytes, bytes) === 0) {
        return { id, wasThere: false };
      }
    }
    return undefined;
  }

  /** One that is gone already is no failure. @throws SetFailure; UpstreamAway, CredentialRefused */
  async destroy(emailId: Id): Promise<void> {
    const { notDestroyed } = await this.#ask("Email/set", { destroy: [emailId] });
    const refused = notDestroyed?.[emailId];
    if (refused && refused.type !== "notFound") throw new SetFailure(refused);
  }

  async #upload(bytes: Uint8Array): Promise<Id> {
    const response = await this.#remote.call(this.#person, "uploadUrl", {
      method: "POST",
      variables: { accountId: this.#id },
      headers: {
        "content-type": "message/rfc822",
        "content-length": String(bytes.length),
        accept: "application/json",
        "accept-encoding": "identity",
      },
      body: Readable.from([bytes], { objectMode: false }),
      signal: this.#limited(),
    });
    const text = (await bodyOf(response)).toString("utf8");
    if (response.statusCode !== 200 && response.statusCode !== 201) throw refusalOf(response, "upload");
    const { blobId } = JSON.parse(text) as { blobId?: Id };
    if (blobId === undefined) throw new UpstreamAway("the upload has no blobId");
    return blobId;
  }

  /** @throws SetFailure: the method has failed; UpstreamAway, CredentialRefused */
  async #ask<N extends MethodName>(name: N, args: Record<string, unknown>): Promise<MethodResult<N>> {
    const calls: Invocation[] = [[name, { ...args, accountId: this.#id }, "0"]];
    const [answer] = await askUpstream(this.#remote, this.#person, calls, this.#limited(), [CORE, MAIL]);
    if (answer?.[0] === name) return answer[1];
    const { type = "serverFail" } = (answer?.[1] ?? {}) as { type?: MethodErrorType };
    throw new UpstreamAway(`${name}: ${type}`, { cause: new MethodError(type) });
  }

  #limited(): AbortSignal {
    return AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)]);
  }
}

/** @throws UpstreamAway too long */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_MESSAGE) throw new UpstreamAway("the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamAway ? error : new UpstreamAway("the answer broke off", { cause: error });
  }
  return Buffer.concat(chunks);
}

function refusalOf({ statusCode = 0 }: IncomingMessage, what: string): Error {
  if (statusCode === 404) return new SetFailure({ type: "notFound" });
  if (statusCode === 413) return new SetFailure({ type: "tooLarge" });
  return new UpstreamAway(`${what}: status ${statusCode}`);
}
