/** A test server with a JMAP client, and the mailboxes and calls that most tests need. */
import {
  ADDRESS_BOOK_SERVERS,
  BLOB,
  CONTACTS,
  CONVERSATIONS,
  CORE,
  DEADLINES,
  type Email,
  EMAIL_TRANSFERS,
  type Id,
  type Invocation,
  type JmapResponse,
  LABELS,
  MAIL,
  NEWSLETTERS,
  type MethodName,
  type MethodResult,
  OUTBOX,
  PREFERENCES,
  QUOTA,
  SAVED_SEARCHES,
  SIEVE,
  SUBMISSION,
  VACATION_RESPONSE,
} from "@pismo/jmap";
import { type TestOptions, type TestServer, testServer } from "./server.ts";

export const using = [
  CORE,
  MAIL,
  SUBMISSION,
  VACATION_RESPONSE,
  OUTBOX,
  PREFERENCES,
  LABELS,
  SAVED_SEARCHES,
  DEADLINES,
  BLOB,
  QUOTA,
  EMAIL_TRANSFERS,
  CONVERSATIONS,
  CONTACTS,
  ADDRESS_BOOK_SERVERS,
  SIEVE,
  NEWSLETTERS,
];

/** Unchecked arguments: the account is added where none is given. */
export type LooseArgs = Record<string, unknown>;

export interface Jmap extends TestServer {
  /** Ids of the mailboxes that have a role, by the role. */
  role: Record<string, Id>;
  /** @throws MethodError */
  call<N extends MethodName>(name: N, args?: LooseArgs): Promise<MethodResult<N>>;
  /** Sends a request unchanged; call ids are "0", "1", … */
  request(calls: [name: string, args: LooseArgs][], rest?: LooseArgs): Promise<JmapResponse>;
  /** The type of the method error, or "ok". */
  errorOf(name: string, args: LooseArgs): Promise<string>;
  upload(content: string | Uint8Array<ArrayBuffer>, type?: string): Promise<Id>;
  /** Imports a message; in the inbox unless said otherwise. */
  importMessage(message: string, where?: { mailboxIds?: Id[]; keywords?: string[]; receivedAt?: string }): Promise<Id>;
  /** Creates a mailbox. */
  mailbox(name: string, properties?: LooseArgs): Promise<Id>;
  /** Destroys mailboxes with their Emails. */
  removeMailboxes(...ids: Id[]): Promise<void>;
  /** One Email with these properties. */
  email(id: Id, properties: string[], rest?: LooseArgs): Promise<Partial<Email> & Record<string, unknown>>;
}

export const lines = (...all: string[]): string => `${all.join("\r\n")}\r\n`;

const trueFor = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]));

export async function jmap(options?: TestOptions): Promise<Jmap> {
  const server = await testServer(options);
  const { client, accountId } = server;
  const { list } = await client.call("Mailbox/get", { accountId });
  const role = Object.fromEntries(list.flatMap(({ id, role: name }) => (id && name ? [[name, id]] : [])));

  const withAccount = (name: string, args: LooseArgs): LooseArgs =>
    /^(Core|PushSubscription)\//.test(name) ? args : { accountId, ...args };

  const request: Jmap["request"] = (calls, rest = {}) => {
    const methodCalls = calls.map(([name, args], index): Invocation => [name, withAccount(name, args), String(index)]);
    return client.request({ using, methodCalls, ...rest });
  };

  const self: Jmap = {
    ...server,
    role,
    request,
    call(name, args = {}) {
      return client.call(name, withAccount(name, args));
    },
    async errorOf(name, args) {
      const { methodResponses } = await request([[name, args]]);
      const [answer, result] = methodResponses[0]!;
      return answer === "error" ? (result["type"] as string) : "ok";
    },
    async upload(content, type = "message/rfc822") {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return (await client.upload(accountId, bytes, type)).blobId;
    },
    async importMessage(message, { mailboxIds = [role["inbox"]!], keywords = [], receivedAt } = {}) {
      const blobId = await self.upload(message);
      const email = {
        blobId,
        mailboxIds: trueFor(mailboxIds),
        keywords: trueFor(keywords),
        ...(receivedAt !== undefined && { receivedAt }),
      };
      const { created, notCreated } = await self.call("Email/import", { emails: { a: email } });
      const id = created?.["a"]?.id;
      if (!id) throw new Error(JSON.stringify(notCreated));
      return id;
    },
    async mailbox(name, properties = {}) {
      const { created, notCreated } = await self.call("Mailbox/set", { create: { box: { name, ...properties } } });
      const id = created?.["box"]?.id;
      if (!id) throw new Error(JSON.stringify(notCreated));
      return id;
    },
    async removeMailboxes(...ids) {
      const { notDestroyed } = await self.call("Mailbox/set", { destroy: ids, onDestroyRemoveEmails: true });
      if (notDestroyed) throw new Error(JSON.stringify(notDestroyed));
    },
    async email(id, properties, rest = {}) {
      const { list: found } = await self.call("Email/get", { ids: [id], properties, ...rest });
      if (!found[0]) throw new Error(`no Email ${id}`);
      return found[0];
    },
  };
  return self;
}
