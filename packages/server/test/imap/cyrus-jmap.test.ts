/** Cyrus shows the same account by its own JMAP: what we make of its IMAP is the same. */
import type { Email, Mailbox } from "@pismo/jmap";
import { expect, test } from "vitest";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { listFolders } from "../../src/store/mirror/imap-folders.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { canRunCyrus, startCyrus } from "../servers/cyrus.ts";
import { foreignClient, testMessage, MirrorStore, sameOnBothSides } from "./mirrored.ts";

/** Of a thread: it refers to another by its Message-ID. */
const part = (name: string, subject: string, refersTo?: string): string =>
  testMessage(name)
    .replace(/Subject: .*/, `Subject: ${subject}`)
    .replace("\r\n\r\n", refersTo ? `\r\nIn-Reply-To: <${refersTo}@example.org>\r\n\r\n` : "\r\n\r\n");

const inOrder = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

interface Described {
  messageId: string[];
  threadId: string;
  subject: string | null;
  size: number;
  keywords: string[];
  mailboxIds: string[];
  receivedAt: Date;
  sentAt: Date | null;
}

test.skipIf(!canRunCyrus)(
  "folders with their roles and counts, messages with their places, keywords, sizes and dates, and threads are the same",
  async () => {
    const cyrus = await startCyrus();
    const mirror = await MirrorStore.open();
    const client = await foreignClient(cyrus.port);
    try {
      await client.mailboxCreate("Work/Old");
      await client.append("INBOX", testMessage("one"), ["\\Seen", "category-orders"]);
      await client.append("INBOX", testMessage("two"), ["\\Flagged"]);
      await client.append("Work/Old", testMessage("three"), ["\\Answered"]);
      await client.append("Sent", testMessage("four"), ["\\Seen"]);
      // A thread over folders, and a forwarded message with another subject that refers to it.
      await client.append("INBOX", part("plan", "Plan"), ["\\Seen", "$Forwarded"], new Date("2024-05-06T07:08:09Z"));
      await client.append("Sent", part("answer", "Re: Plan", "plan"), ["\\Seen", "$MDNSent"]);
      await client.append("Work/Old", part("again", "RE: Re: Plan", "answer"), ["\\Draft"]);
      await client.append("INBOX", part("other", "Fwd: Budget", "plan"));
      const accountId = await mirror.addAccount({ port: cyrus.port });
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);

      const authorization = `Basic ${Buffer.from(`ann:${cyrus.password}`).toString("base64")}`;
      const call = async <T>(name: string, args: object): Promise<T> => {
        const response = await fetch(cyrus.jmapUrl, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({
            using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
            methodCalls: [[name, { accountId: "ann", ...args }, "0"]],
          }),
        });
        const { methodResponses } = (await response.json()) as { methodResponses: [string, T][] };
        return methodResponses[0]![1];
      };
      const theirs = await call<{ list: Mailbox[] }>("Mailbox/get", {});
      const ours = await mirror.store.read((reader) => getMailboxes(reader, accountId));
      type Folder = { id: string; name: string; parentId: string | null; totalEmails: number; unreadEmails: number };
      const pathIn = (all: readonly Folder[], id: string | null): string => {
        const folder = all.find((each) => each.id === id);
        return folder ? `${pathIn(all, folder.parentId)}/${folder.name}` : "";
      };
      const countsOf = (all: readonly Folder[]) =>
        all
          .filter(({ totalEmails }) => totalEmails > 0)
          .map((each) => `${pathIn(all, each.id)} ${each.totalEmails} ${each.unreadEmails}`.toLowerCase())
          .toSorted();
      expect(countsOf(ours)).toEqual(countsOf(theirs.list));
      const folders = await mirror.store.read((reader) => listFolders(reader, accountId));
      const ourRoles = folders.map(({ path, mailboxId }) => [
        `/${path}`.toLowerCase(),
        ours.find(({ id }) => id === mailboxId)?.role,
      ]);
      const theirRoles = theirs.list.map(({ id, role }) => [pathIn(theirs.list, id).toLowerCase(), role]);
      expect(inOrder(ourRoles)).toEqual(inOrder(theirRoles));

      const { ids } = await call<{ ids: string[] }>("Email/query", {});
      const properties = [
        "id",
        "threadId",
        "messageId",
        "subject",
        "keywords",
        "mailboxIds",
        "size",
        "receivedAt",
        "sentAt",
      ];
      const { list } = await call<{ list: Email[] }>("Email/get", { ids, properties });
      type Folders = readonly Folder[];
      const describe = (messages: readonly Described[], all: Folders) =>
        messages
          .map(({ messageId, subject, size, keywords, mailboxIds, receivedAt, sentAt }) => ({
            id: messageId[0],
            subject,
            size,
            keywords: keywords.toSorted(),
            where: mailboxIds.map((id) => pathIn(all, id).toLowerCase()).toSorted(),
            receivedAt: receivedAt.getTime(),
            sentAt: sentAt?.getTime(),
          }))
          .toSorted((one, other) => one.id!.localeCompare(other.id!));
      const their = list.map((email): Described => ({
        messageId: email.messageId ?? [],
        threadId: email.threadId,
        subject: email.subject,
        size: email.size,
        keywords: Object.keys(email.keywords),
        mailboxIds: Object.keys(email.mailboxIds),
        receivedAt: new Date(email.receivedAt),
        sentAt: email.sentAt === null ? null : new Date(email.sentAt),
      }));
      const records = await mirror.store.read(async (reader) => {
        const { ids: own } = await queryEmails(reader, accountId, { limit: 100 });
        return getEmails(reader, accountId, own);
      });
      const our = records.map(({ threadId, size, keywords, mailboxIds, receivedAt, headers }): Described => ({
        messageId: headers.messageId ?? [],
        threadId,
        subject: headers.subject,
        size,
        keywords,
        mailboxIds,
        receivedAt,
        sentAt: headers.sentAt === null ? null : new Date(headers.sentAt),
      }));
      expect(describe(our, ours)).toEqual(describe(their, theirs.list));

      const threadsOf = (messages: readonly Described[]) => {
        const threads = new Map<string, string[]>();
        for (const { threadId, messageId } of messages) {
          threads.set(threadId, [...(threads.get(threadId) ?? []), messageId[0] ?? ""]);
        }
        return [...threads.values()].map((each) => each.toSorted().join(" ")).toSorted();
      };
      // Both go by references. With Cyrus another subject begins another thread, here it does not (decision 61).
      const joined = "again@example.org answer@example.org other@example.org plan@example.org";
      expect(threadsOf(our)).toContain(joined);
      const apart = ["again@example.org answer@example.org plan@example.org", "other@example.org"];
      const joinedAs = threadsOf(our).flatMap((each) => (each === joined ? apart : each));
      expect(joinedAs.toSorted()).toEqual(threadsOf(their));
    } finally {
      await mirror.close();
      client.close();
      await cyrus.stop();
    }
  },
);
