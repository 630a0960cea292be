/** Three processes, ten writers and a reader, while processes are killed, the database restarts and connections break. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { openStore } from "../../src/store/db/store.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { startDovecot } from "../servers/dovecot.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { startPeer } from "../support/smtp-peer.ts";
import { Cluster } from "./cluster.ts";
import { startReader } from "./reader.ts";
import * as verify from "./verify.ts";
import {
  createFolders,
  deliverLetters,
  importLetters,
  message,
  newLedger,
  openPerson,
  sendLetters,
  setKeywords,
} from "./writers.ts";

export interface ChaosOptions {
  seconds: number;
  /** Of the choices, not of the times: what the processes do at a moment is theirs. */
  seed: number;
  say(line: string): void;
}

const PROCESSES = 3;
const MIRRORED = 4;

/** Mulberry32: a small generator, so that a run can choose the same again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @throws AssertionError what is wrong at the end */
export async function runChaos({ seconds, seed, say }: ChaosOptions): Promise<void> {
  const random = randomFrom(seed);
  const closing: (() => unknown)[] = [];
  let cluster: Cluster | undefined;
  try {
    const secretKey = randomBytes(32);
    const peer = await startPeer();
    closing.push(() => peer.close());
    const dovecot = await startDovecot();
    closing.push(() => dovecot.stop());
    const running = await Cluster.start(PROCESSES, {
      PATH: process.env["PATH"] ?? "",
      PISMO_SECRET_KEY: secretKey.toString("base64"),
      PISMO_SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
      PISMO_SAMPLE: "no",
      PISMO_LOG_LEVEL: "warn",
    });
    cluster = running;
    closing.push(() => running.close());
    const token = await running.run("token", "create");
    const person = await openPerson(running, token);
    const accountIds = await addMirrors(running.databaseUrl, secretKey, dovecot.port);
    const ledger = newLedger();
    const stop = { isStopped: false };
    const reader = startReader(running, token, person, stop);
    closing.push(() => reader.close());

    const flagged: Id[][] = [];
    for (const name of ["first", "second"]) flagged.push(await addLetters(person, name));
    const appended = new Map<Id, string[]>(accountIds.map((id) => [id, []]));
    const writers = [
      ...["a", "b", "c"].map((name) => deliverLetters(`smtp${name}`, running, ledger, stop)),
      ...["a", "b"].map((name) => importLetters(`import${name}`, person, ledger, stop)),
      ...flagged.map((ids) => setKeywords(ids, person, ledger, stop)),
      createFolders("Folder", person, ledger, stop),
      ...["a", "b"].map((name) => sendLetters(`sent${name}`, person, ledger, stop)),
      appendLetters(dovecot.port, accountIds, appended, stop),
    ];

    const until = Date.now() + seconds * 1000;
    for (let round = 0; Date.now() < until; round++) {
      await sleep(1500 + random() * 2500);
      const index = Math.floor(random() * PROCESSES);
      if (round === 2) {
        say("the database is killed");
        running.restartDatabase();
      } else if (random() < 0.25) {
        say("connections are cut");
        running.cutConnections(random);
      } else {
        say(`process ${index} is killed`);
        await running.kill(index);
      }
    }
    stop.isStopped = true;
    say("the writers end");
    await Promise.all(writers);
    await running.ready();
    say("every process is replaced");
    // What a process does not know the outcome of is settled when it ends at the latest.
    for (let index = 0; index < PROCESSES; index++) await running.replace(index);

    const { letters, folders, submissions } = ledger;
    say(
      `${letters.size} letters, ${folders.size} folders, ${submissions.size} submissions, ${peer.messages.length} sent`,
    );
    await verify.verifySettled(running);
    await verify.verifySending(running, person, ledger, peer.messages);
    await verify.verifyLetters(person, ledger);
    await verify.verifyFolders(person, ledger);
    await verify.verifyMirror(person, appended);
    await verify.verifyLeases(running, MIRRORED);
    await verify.verifyPush(person, reader);
    if (letters.size === 0 || peer.messages.length === 0) throw new Error("the writers have written nothing");
  } catch (error) {
    for (const line of cluster?.log.split("\n").slice(-60) ?? []) say(line);
    throw error;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function addLetters({ client, accountId, mailboxes }: Awaited<ReturnType<typeof openPerson>>, name: string) {
  const jmap = client();
  const ids: Id[] = [];
  for (let count = 0; count < 10; count++) {
    const { blobId } = await jmap.upload(accountId, new Blob([message(`${name}y${count}`)]), "message/rfc822");
    const emails = { one: { blobId, mailboxIds: { [mailboxes.inbox]: true as const } } };
    ids.push((await jmap.call("Email/import", { accountId, emails })).created!["one"]!.id!);
  }
  return ids;
}

async function addMirrors(databaseUrl: string, secretKey: Uint8Array, port: number): Promise<Id[]> {
  const store = await openStore({ dataDir: "/nowhere", databaseUrl }, createLogger("silent"));
  const vault = vaultWith(secretKey);
  try {
    return await store.write(async (tx) => {
      const ids: Id[] = [];
      for (let index = 0; index < MIRRORED; index++) {
        const { id } = await createAccount(tx, { name: "Ann", email: `ann${index}@example.org` });
        const at = { host: "127.0.0.1", port, security: "plain", smtpUrl: null } as const;
        await putImapServer(tx, id, { ...at, username: `ann${index}`, password: "secret" }, vault);
        ids.push(id);
      }
      return ids;
    });
  } finally {
    await store.close();
  }
}

/** A client of the mail server itself. */
async function appendLetters(
  port: number,
  accountIds: readonly Id[],
  appended: Map<Id, string[]>,
  stop: { isStopped: boolean },
): Promise<void> {
  const clients = await Promise.all(accountIds.map((_, index) => foreignClient(port, `ann${index}`)));
  for (let count = 0; !stop.isStopped; count++) {
    const index = count % clients.length;
    const subject = `imapx${count}`;
    await eventually(() => clients[index]!.append("INBOX", message(subject)));
    appended.get(accountIds[index]!)!.push(subject);
    await sleep(100);
  }
  for (const client of clients) await client.logout();
}
