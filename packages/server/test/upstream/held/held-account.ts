/** A Cyrus that sends by a peer, behind a door, and what a page asks of the person's account at it. */
import type { EmailSubmission, Id, JmapClient } from "@pismo/jmap";
import { randomUUID } from "node:crypto";
import { startCyrus } from "../../servers/cyrus.ts";
import { foreignClient } from "../../servers/foreign-client.ts";
import { lines } from "../../support/jmap.ts";
import { type Behaviour, type Peer, startPeer } from "../../support/smtp-peer.ts";
import { type Door, openDoor } from "../foreign-pair.ts";

export const ann = "ann@example.org";
const password = "tulips-4-ann";

export interface SendingCyrus {
  /** Of its IMAP. */
  port: number;
  door: Door;
  peer: Peer;
  behaviour: Behaviour;
  /** As MailServer/set takes it. */
  account: { name: string; email: string; username: string; password: string; imap: null; smtp: null; jmapUrl: string };
  subjectsSent(): string[];
  /** Another person shares their inbox with ours. @returns the account's id there */
  share(name: string): Promise<string>;
  close(): Promise<void>;
}

export async function sendingCyrus(): Promise<SendingCyrus> {
  const behaviour: Behaviour = {};
  const peer = await startPeer({
    onRecipient: (address) => behaviour.onRecipient?.(address),
    onMessage: (message) => behaviour.onMessage?.(message),
  });
  const cyrus = await startCyrus({ hasDomains: true, smtpPort: peer.port, password });
  // Cyrus makes the folders when the person signs in by IMAP.
  await (await foreignClient(cyrus.port, ann, password)).logout();
  const door = await openDoor(() => Number(new URL(cyrus.jmapUrl).port));
  return {
    port: cyrus.port,
    door,
    peer,
    behaviour,
    account: { name: "Ann", email: ann, username: ann, password, imap: null, smtp: null, jmapUrl: door.url },
    subjectsSent: () => peer.messages.map(({ text }) => /^Subject: (.*?)\r$/m.exec(text)?.[1] ?? ""),
    async share(name) {
      const owner = await foreignClient(cyrus.port, name, password);
      const attributes = ["INBOX", ann, "lrswite"].map((value) => ({ type: "STRING", value }));
      await owner.command("SETACL", attributes);
      await owner.logout();
      return name;
    },
    async close() {
      door.close();
      await cyrus.stop();
      await peer.close();
    },
  };
}

/** What a page does in such an account. */
export class HeldPage {
  readonly #client: JmapClient;
  readonly accountId: Id;
  /** Once there was a draft. */
  role: Record<string, Id> = {};

  constructor(client: JmapClient, accountId: Id) {
    this.#client = client;
    this.accountId = accountId;
  }

  async draft(subject: string): Promise<Id> {
    const { accountId } = this;
    const { list } = await this.#client.call("Mailbox/get", { accountId, ids: null, properties: ["id", "role"] });
    this.role = Object.fromEntries(list.flatMap(({ id, role }) => (id && role ? [[role, id]] : [])));
    const id = `Message-ID: <${randomUUID()}@example.org>`;
    const message = lines(`From: Ann <${ann}>`, "To: bob@mail.example", id, `Subject: ${subject}`, "", "Ёлки");
    const { blobId } = await this.#client.upload(accountId, new Blob([message]), "message/rfc822");
    const given = {
      blobId,
      mailboxIds: { [this.role["drafts"]!]: true as const },
      keywords: { $draft: true as const, $seen: true as const },
    };
    const { created } = await this.#client.call("Email/import", { accountId, emails: { e: given } });
    return created!["e"]!.id!;
  }

  /** As the popup sends. */
  async send(subject: string, parameters: Record<string, string>): Promise<{ emailId: Id; id: Id }> {
    const { accountId } = this;
    const emailId = await this.draft(subject);
    const { list } = await this.#client.call("Identity/get", { accountId });
    const address = { email: "bob@mail.example", parameters: null };
    const { created, notCreated } = await this.#client.call("EmailSubmission/set", {
      accountId,
      create: {
        s: { identityId: list[0]!.id!, emailId, envelope: { mailFrom: { email: ann, parameters }, rcptTo: [address] } },
      },
      onSuccessUpdateEmail: { "#s": { "keywords/$draft": null, "keywords/$submitpending": true } },
    });
    if (!created?.["s"]) throw new Error(JSON.stringify(notCreated));
    return { emailId, id: created["s"].id! };
  }

  async cancel(id: Id) {
    const { accountId } = this;
    const onSuccessUpdateEmail = { [id]: { "keywords/$draft": true, "keywords/$submitpending": null } } as const;
    return this.#client.call("EmailSubmission/set", {
      accountId,
      update: { [id]: { undoStatus: "canceled" } },
      onSuccessUpdateEmail,
    });
  }

  async statusOf(id: Id): Promise<EmailSubmission["undoStatus"] | undefined> {
    const { list } = await this.#client.call("EmailSubmission/get", { accountId: this.accountId, ids: [id] });
    return list[0]?.undoStatus;
  }

  /** Roles of its folders, and its keywords; undefined: it is no more. */
  async placeOf(emailId: Id): Promise<string | undefined> {
    const properties = ["mailboxIds" as const, "keywords" as const];
    const { list } = await this.#client.call("Email/get", { accountId: this.accountId, ids: [emailId], properties });
    const [email] = list;
    if (!email) return undefined;
    const roles = Object.entries(this.role).flatMap(([role, id]) => (email.mailboxIds?.[id] ? role : []));
    return [...roles, ...Object.keys(email.keywords ?? {}).toSorted()].join(" ");
  }

  async retry(id: Id) {
    return (await this.#client.call("Outbox/retry", { accountId: this.accountId, ids: [id] })).updated;
  }

  async outbox(): Promise<string[]> {
    const { list } = await this.#client.call("Outbox/get", { accountId: this.accountId });
    return list.map(
      ({ subject, recipients, emailId }) =>
        `${subject}: ${recipients[0]?.state} ${recipients[0]?.problem}${emailId === null ? ", no draft" : ""}`,
    );
  }
}
