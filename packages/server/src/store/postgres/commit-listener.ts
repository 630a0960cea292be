/**
 * News of other processes' commits by LISTEN and NOTIFY. A notification is sent after its commit and outside of it:
 * within, PostgreSQL would let only one transaction at a time commit. A process may die in between, so that the accounts
 * that have changed lately are also asked for now and then.
 */
import type { Id } from "@pismo/jmap";
import { Client } from "pg";
import type { Logger } from "../../log.ts";
import type { CommitWatch } from "../db/engine.ts";
import { idOf } from "../db/ids.ts";
import type { PostgresConnection } from "./connection.ts";

const CHANNEL = "pismo_commit";
const POLL_MS = 2000;
/** Longer than any transaction takes from its change of an account to its commit. */
const LOOK_BACK = "2 minutes";
const RECONNECT_MS = 1000;
/** A payload has less than 8000 bytes. */
const MAX_IDS = 400;

type Notify = (accountIds: ReadonlySet<Id>) => void;
type Use = <T>(work: (connection: PostgresConnection) => Promise<T>) => Promise<T>;

export async function listenForCommits(url: string, use: Use, log: Logger) {
  const listener = new CommitListener(url, use, log);
  await listener.poll();
  await listener.connect();
  return listener;
}

class CommitListener {
  readonly #url: string;
  readonly #use: Use;
  readonly #log: Logger;
  #client: Client | undefined;
  #notify: Notify = () => {};
  /** The counters of accounts that have changed lately. */
  #known = new Map<Id, number>();
  readonly #toTell = new Set<Id>();
  #telling: Promise<void> | undefined;
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, use: Use, log: Logger) {
    this.#url = url;
    this.#use = use;
    this.#log = log;
  }

  async connect(): Promise<void> {
    const client = new Client({ connectionString: this.#url, application_name: "pismo (commits)" });
    client.on("error", (error) => this.#log.debug("the connection that listens has ended", { error }));
    client.once("end", () => this.#reconnect(client));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    client.on("notification", ({ processId, payload }) => {
      // Its own notifications return to the sender.
      if (processId !== rows[0]?.pid && payload) this.#notify(new Set(payload.split(",")));
    });
    await client.query(`listen ${CHANNEL}`);
    this.#client = client;
  }

  watch(notify: Notify): CommitWatch {
    this.#notify = notify;
    this.#timer = setInterval(() => void this.poll(), POLL_MS).unref();
    return {
      noteOwn: (accountIds) => {
        for (const accountId of accountIds) this.#toTell.add(accountId);
        this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
      },
      check: () => void this.poll(),
      stop: () => clearInterval(this.#timer),
    };
  }

  /** Asks for the accounts that have changed; those that are news are reported. */
  poll(): Promise<void> {
    this.#polling ??= this.#look().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#telling;
    await this.#polling;
    await this.#client?.end();
  }

  async #look(): Promise<void> {
    try {
      const rows = await this.#use((connection) =>
        connection.all<{ id: number; modseq: number }>(
          `select id, modseq from account where changed_at > now() - interval '${LOOK_BACK}'`,
        ),
      );
      const now = new Map(rows.map(({ id, modseq }) => [idOf("a", id), modseq]));
      const news = [...now.keys()].filter((id) => now.get(id) !== this.#known.get(id));
      this.#known = now;
      if (news.length > 0) this.#notify(new Set(news));
    } catch (error) {
      this.#log.debug("the database was not asked for commits", { error });
    }
  }

  async #tell(): Promise<void> {
    // Commits of one turn of the event loop share a notification.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#toTell.size > 0) {
      const ids = [...this.#toTell].slice(0, MAX_IDS);
      for (const id of ids) this.#toTell.delete(id);
      try {
        await this.#client?.query("select pg_notify($1, $2)", [CHANNEL, ids.join(",")]);
      } catch (error) {
        // The other processes find out when they poll.
        this.#log.debug("a commit was not reported", { error });
      }
    }
  }

  #reconnect(client: Client): void {
    if (this.#isClosed || (this.#client !== undefined && this.#client !== client)) return;
    setTimeout(() => {
      if (this.#isClosed) return;
      this.connect().then(
        () => void this.poll(),
        () => this.#reconnect(client),
      );
    }, RECONNECT_MS).unref();
  }
}
