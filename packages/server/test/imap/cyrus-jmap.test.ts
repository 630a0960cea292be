/** Cyrus shows the same account by its own JMAP: what we make of its IMAP is the same. */
import type { Email, Mailbox } from "@pismo/jmap";
import { expect, test, vi } from "vitest";
import { getMailboxes } from "../../src/store/mailboxes.ts";
import { canRunCyrus, startCyrus } from "../servers/cyrus.ts";
import { foreignClient, letter, lettersOf, MirrorStore, sameOnBothSides } from "./mirrored.ts";

vi.setConfig({ testTimeout: 60_000 });

test.skipIf(!canRunCyrus)(
  "folders with their counts, and letters with their places, keywords and sizes are the same",
  async () => {
    const cyrus = await startCyrus();
    const mirror = await MirrorStore.open();
    const client = await foreignClient(cyrus.port);
    try {
      await client.mailboxCreate("Work/Old");
      await client.append("INBOX", letter("one"), ["\\Seen", "category-orders"]);
      await client.append("INBOX", letter("two"), ["\\Flagged"]);
      await client.append("Work/Old", letter("three"), ["\\Answered"]);
      await client.append("Sent", letter("four"), ["\\Seen"]);
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

      const { ids } = await call<{ ids: string[] }>("Email/query", {});
      const properties = ["subject", "keywords", "mailboxIds", "size"];
      const { list } = await call<{ list: Email[] }>("Email/get", { ids, properties });
      const described = list.map(({ subject, keywords, mailboxIds, size }) =>
        [
          subject,
          size,
          Object.keys(keywords).toSorted(),
          Object.keys(mailboxIds).map((id) => pathIn(theirs.list, id).toLowerCase()),
        ].join(" "),
      );
      const here = [...(await lettersOf(mirror, accountId))].map(([subject, { size, keywords, mailboxIds }]) =>
        [subject, size, keywords.toSorted(), mailboxIds.map((id) => pathIn(ours, id).toLowerCase())].join(" "),
      );
      expect(here.toSorted()).toEqual(described.toSorted());
    } finally {
      await mirror.close();
      client.close();
      await cyrus.stop();
    }
  },
);
