/** Clients that write while processes die. Each notes what was acknowledged, and what it does not know. */
import { type Id, JmapClient, type Mailbox } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import { SmtpClient } from "../support/smtp-client.ts";
import type { Cluster } from "./cluster.ts";

/** acknowledged: it must be there, once. doubtful: the answer was lost, so that it may be there, once. */
export type Fate = "acknowledged" | "doubtful";

export interface Ledger {
  /** Letters by SMTP and Email/import, by their subjects. */
  letters: Map<string, Fate>;
  /** By name. */
  folders: Map<string, Fate>;
  /** By their subjects. */
  submissions: Map<string, Fate>;
  /** The keywords that were set on an Email, in order; of the last ones some may be doubtful. */
  keywords: Map<Id, { keyword: string; fate: Fate }[]>;
}

export const newLedger = (): Ledger => ({
  letters: new Map(),
  folders: new Map(),
  submissions: new Map(),
  keywords: new Map(),
});

export interface Person {
  client: () => JmapClient;
  accountId: Id;
  mailboxes: Record<"inbox" | "sent" | "drafts", Id>;
  identityId: Id;
}

export interface Stop {
  readonly isStopped: boolean;
}

const PAUSE_MS = 20;
const TIMEOUT_MS = 20_000;

export const message = (subject: string, from = "friend@elsewhere.example"): string =>
  `From: ${from}\r\nTo: you@pismo.localhost\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@chaos.example>\r\n\r\nBody of ${subject}\r\n`;

/** @param token of the person */
export async function openPerson({ url }: Cluster, token: string): Promise<Person> {
  // A session each: a client that was cut off would keep what it knows.
  const client = (): JmapClient =>
    new JmapClient({
      sessionUrl: `${url}/.well-known/jmap`,
      headers: { authorization: `Bearer ${token}`, connection: "close" },
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    });
  const first = client();
  const accountId = (await first.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
  const mailboxes = (await first.call("Mailbox/get", { accountId })).list as Mailbox[];
  const idOf = (role: string): Id => mailboxes.find((mailbox) => mailbox.role === role)!.id;
  const { list } = await first.call("Identity/get", { accountId });
  return {
    client,
    accountId,
    mailboxes: { inbox: idOf("inbox"), sent: idOf("sent"), drafts: idOf("drafts") },
    identityId: list[0]!.id!,
  };
}

/** Letters by SMTP, each tried once: what comes after the end of the text decides. */
export async function deliverLetters(name: string, cluster: Cluster, ledger: Ledger, stop: Stop): Promise<void> {
  for (let count = 0; !stop.isStopped; count++) {
    const subject = `${name}x${count}z`;
    try {
      const client = await SmtpClient.open(cluster.smtp.port);
      client.socket.setTimeout(TIMEOUT_MS, () => client.socket.destroy());
      const reply = await client.deliver(["you@pismo.localhost"], message(subject));
      client.socket.destroy();
      // A refusal leaves nothing; "" is a lost connection.
      if (reply.startsWith("250")) ledger.letters.set(subject, "acknowledged");
      else if (reply === "") ledger.letters.set(subject, "doubtful");
    } catch {
      await sleep(100);
    }
    await sleep(PAUSE_MS);
  }
}

/** Runs one change. @returns its fate; undefined: it was refused, so that nothing was changed */
async function fateOf(change: () => Promise<boolean>): Promise<Fate | undefined> {
  try {
    return (await change()) ? "acknowledged" : undefined;
  } catch {
    await sleep(100);
    return "doubtful";
  }
}

const note = (fates: Map<string, Fate>, key: string, fate: Fate | undefined): void => {
  if (fate) fates.set(key, fate);
};

export async function importLetters(name: string, person: Person, ledger: Ledger, stop: Stop): Promise<void> {
  const { accountId, mailboxes } = person;
  for (let count = 0; !stop.isStopped; count++) {
    const subject = `${name}x${count}z`;
    const fate = await fateOf(async () => {
      const client = person.client();
      const { blobId } = await client.upload(accountId, new Blob([message(subject)]), "message/rfc822");
      const emails = { one: { blobId, mailboxIds: { [mailboxes.inbox]: true as const } } };
      return "one" in ((await client.call("Email/import", { accountId, emails })).created ?? {});
    });
    note(ledger.letters, subject, fate);
    await sleep(PAUSE_MS);
  }
}

export async function createFolders(name: string, person: Person, ledger: Ledger, stop: Stop): Promise<void> {
  const { accountId } = person;
  for (let count = 0; !stop.isStopped; count++) {
    const folder = `${name} ${count}`;
    const fate = await fateOf(async () => {
      const result = await person.client().call("Mailbox/set", { accountId, create: { one: { name: folder } } });
      return "one" in (result.created ?? {});
    });
    note(ledger.folders, folder, fate);
    await sleep(200);
  }
}

/** Replaces the keyword of one Email after the other by the next one. */
export async function setKeywords(emailIds: readonly Id[], person: Person, ledger: Ledger, stop: Stop): Promise<void> {
  const { accountId } = person;
  for (let count = 0; !stop.isStopped; count++) {
    const emailId = emailIds[count % emailIds.length]!;
    const keyword = `n${count}`;
    const fate = await fateOf(async () => {
      const update = { [emailId]: { keywords: { [keyword]: true } } };
      return emailId in ((await person.client().call("Email/set", { accountId, update })).updated ?? {});
    });
    if (fate) ledger.keywords.set(emailId, [...(ledger.keywords.get(emailId) ?? []), { keyword, fate }]);
    await sleep(PAUSE_MS);
  }
}

/** Sends letters to elsewhere: a draft and its submission in one request. */
export async function sendLetters(name: string, person: Person, ledger: Ledger, stop: Stop): Promise<void> {
  const { accountId, mailboxes, identityId } = person;
  for (let count = 0; !stop.isStopped; count++) {
    const subject = `${name}x${count}z`;
    const fate = await fateOf(async () => {
      const sent = await person.client().batch((batch) => {
        batch.call("Email/set", {
          accountId,
          create: {
            draft: {
              mailboxIds: { [mailboxes.drafts]: true },
              from: [{ name: null, email: "you@pismo.localhost" }],
              to: [{ name: null, email: "friend@elsewhere.example" }],
              subject,
              bodyValues: { text: { value: `Body of ${subject}`, isTruncated: false, isEncodingProblem: false } },
              textBody: [{ partId: "text", type: "text/plain" }],
            },
          },
        } as never);
        return batch.call("EmailSubmission/set", {
          accountId,
          create: { one: { emailId: "#draft", identityId } },
          onSuccessUpdateEmail: {
            "#one": { [`mailboxIds/${mailboxes.drafts}`]: null, [`mailboxIds/${mailboxes.sent}`]: true },
          },
        });
      });
      return "one" in (sent.result().created ?? {});
    });
    note(ledger.submissions, subject, fate);
    await sleep(100);
  }
}
