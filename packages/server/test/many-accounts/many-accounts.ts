/** A server on PostgreSQL with accounts at a real mail server, most of which are not in use. */
import { type Id, JmapClient } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { startPostgres } from "../../../../scripts/postgres.mjs";
import { createLogger } from "../../src/log.ts";
import { insertAccount } from "../../src/store/auth/accounts.ts";
import { createToken } from "../../src/store/auth/tokens.ts";
import type { Vault } from "../../src/store/auth/vault.ts";
import { openStoreVault } from "../../src/store/auth/open-vault.ts";
import { openStore, type Store, type Transactor } from "../../src/store/db/store.ts";
import { noteUse } from "../../src/store/mirror/account-use.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { testMessage } from "../imap/mirrored.ts";
import { type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { commandLine, type CommandLine, type Running } from "../support/command-line.ts";

export interface Cost {
  megabytes: number;
  /** Connections to the mail server. */
  imap: number;
  /** Connections to the database. */
  database: number;
  /** In a minute: turns of idle accounts, statements, the process's time on a processor. */
  turns: number;
  statements: number;
  processorMs: number;
}

const AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** At the mail server: a first login makes folders there, so that most share a few. */
const MAIL_USERS = 200;
const seconds = (from: number, to = performance.now()) => ((to - from) / 1000).toFixed(0);
const lastOf = (total: number) => `last${total}`;

export class ManyAccounts {
  readonly #say: (line: string) => void;
  readonly #opened: (() => unknown)[] = [];
  #dovecot!: Dovecot;
  #database!: Client;
  #env!: Record<string, string>;
  #store!: Store;
  #vault!: Vault;
  #command!: CommandLine;
  #server!: Running & { url: string };
  #accountIds: Id[] = [];

  private constructor(say: (line: string) => void) {
    this.#say = say;
  }

  static async start(say: (line: string) => void): Promise<ManyAccounts> {
    const accounts = new ManyAccounts(say);
    try {
      await accounts.#start();
      return accounts;
    } catch (error) {
      await accounts.close();
      throw error;
    }
  }

  async #start(): Promise<void> {
    const postgres = await startPostgres({ more: { shared_preload_libraries: "pg_stat_statements" } });
    this.#opened.push(() => postgres.stop());
    this.#dovecot = await startDovecot({ specialFolders: {}, settings: "service imap {\n  process_limit = 2000\n}" });
    this.#opened.push(() => this.#dovecot.stop());
    this.#database = new Client({ connectionString: postgres.url });
    await this.#database.connect();
    this.#opened.push(() => this.#database.end());
    await this.#database.query("create extension pg_stat_statements");
    const secretKey = randomBytes(32);
    this.#env = { PISMO_DATABASE_URL: postgres.url, PISMO_SECRET_KEY: secretKey.toString("base64") };
    this.#store = await openStore({ dataDir: "", databaseUrl: postgres.url }, createLogger("silent"));
    this.#opened.push(() => this.#store.close());
    this.#vault = await openStoreVault({ dataDir: "", secretKey }, this.#store);
    this.#command = commandLine();
    this.#opened.push(() => this.#command.close());
  }

  /** Adds accounts until there are so many, and starts a server on them, of which these are in use and connected. */
  async serve(total: number, inUse: number): Promise<void> {
    const began = performance.now();
    await this.#command.close();
    while (this.#accountIds.length < total) {
      const count = Math.min(AT_ONCE, total - this.#accountIds.length);
      await this.#store.write(async (tx) => {
        for (let made = 0; made < count; made++) await this.#add(tx, this.#accountIds.length, total);
      });
    }
    // In use until long after the test.
    const used = this.#accountIds.slice(0, inUse);
    await this.#store.write((tx) => noteUse(tx, used, new Date(Date.now() + DAY_MS)));
    const madeAt = performance.now();
    this.#command = commandLine();
    this.#server = await this.#command.serve(this.#env);
    const sql = `select count(*) as n from imap_account where used_at > 0 and state <> 'upToDate'`;
    while ((await this.#count(sql)) > 0) await sleep(1000);
    this.#say(
      `${total} accounts: made in ${seconds(began, madeAt)} s; those in use up to date in ${seconds(madeAt)} s`,
    );
  }

  async #add(tx: Transactor, index: number, total: number): Promise<void> {
    const { id } = await insertAccount(tx, { name: `u${index}`, email: `u${index}@b.example` });
    const at = { host: "127.0.0.1", port: this.#dovecot.port, security: "plain", smtpUrl: null } as const;
    const username = index === total - 1 ? lastOf(total) : `u${index % MAIL_USERS}`;
    await putImapServer(tx, id, { ...at, username, password: "secret" }, this.#vault);
    this.#accountIds.push(id);
  }

  /** While the others take turns. */
  async cost(forSeconds: number): Promise<Cost> {
    const [before, began] = [await this.#counted(), performance.now()];
    const megabytes: number[] = [];
    const imap: number[] = [];
    while (performance.now() < began + forSeconds * 1000) {
      megabytes.push(this.#megabytes());
      imap.push(this.#connectionsTo(this.#dovecot.port));
      await sleep(500);
    }
    const after = await this.#counted();
    const perMinute = 60_000 / (performance.now() - began);
    return {
      megabytes: Math.min(...megabytes),
      imap: Math.max(...imap),
      database: await this.#count("select count(*) as n from pg_stat_activity where application_name = 'pismo'"),
      turns: (after.turns - before.turns) * perMinute,
      statements: (after.statements - before.statements) * perMinute,
      processorMs: (after.processorMs - before.processorMs) * perMinute,
    };
  }

  /** Opens the last account, which is not in use. @returns milliseconds until its new message is there */
  async openIdle(): Promise<number> {
    const accountId = this.#accountIds.at(-1)!;
    const client = await foreignClient(this.#dovecot.port, lastOf(this.#accountIds.length));
    await client.append("INBOX", testMessage("new"));
    await client.logout();
    const { secret } = await this.#store.write((tx) => createToken(tx, { name: "test", accountId }));
    const jmap = new JmapClient({
      sessionUrl: `${this.#server.url}/.well-known/jmap`,
      headers: { authorization: `Bearer ${secret}` },
    });
    const began = performance.now();
    for (;;) {
      const { ids } = await jmap.call("Email/query", { accountId });
      if (ids.length > 0) return performance.now() - began;
      await sleep(50);
    }
  }

  async close(): Promise<void> {
    for (const close of this.#opened.splice(0).toReversed()) await close();
  }

  async #count(sql: string): Promise<number> {
    return Number((await this.#database.query<{ n: string }>(sql)).rows[0]!.n);
  }

  async #counted() {
    const { pid } = this.#server.child;
    // Its name may contain spaces: what is counted comes behind it (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
    return {
      // Each login is a turn, for those in use stay connected.
      turns: this.#dovecot.log().split(": Login: ").length - 1,
      statements: await this.#count("select sum(calls) as n from pg_stat_statements"),
      processorMs: (Number(stat[11]) + Number(stat[12])) * 10,
    };
  }

  #megabytes(): number {
    const status = readFileSync(`/proc/${this.#server.child.pid}/status`, "latin1");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
  }

  /** From this machine, established. */
  #connectionsTo(port: number): number {
    const remote = new RegExp(`^\\s*\\d+: \\S+ \\S+:${port.toString(16).toUpperCase().padStart(4, "0")} 01 `);
    return readFileSync("/proc/net/tcp", "latin1")
      .split("\n")
      .filter((line) => remote.test(line)).length;
  }
}
