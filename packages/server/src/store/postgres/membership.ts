/**
 * The servers on a database: a row each, which its process renews. It has a connection of its own, so that a busy pool
 * cannot make a process look dead.
 */
import { Client } from "pg";
import type { Logger } from "../../log.ts";
import type { Role } from "../../roles.ts";
import type { LiveProcess, Membership } from "../cluster/membership.ts";
import type { Reader } from "../db/reader.ts";
import { StoreError } from "../db/errors.ts";
import { migrations } from "./migrations/index.ts";
import { sqlError } from "./sql-error.ts";

const CHANNEL = "pismo_process";
const RENEW_MS = 1000;
/** A row that was not renewed for so long is that of a dead process, which the others remove. */
const DEAD_AFTER_MS = 8000;
/** Without an answer for so long this process no longer relies on its row: earlier than the others may remove it. */
const DOUBT_AFTER_MS = 6000;
const QUERY_TIMEOUT_MS = 3000;

/** @throws StoreError */
export async function joinProcesses(url: string, roles: readonly Role[], log: Logger): Promise<Membership> {
  const membership = new PostgresMembership(url, roles, log);
  await membership.join();
  return membership;
}

/** Whether a server runs on the database, or has died within the last seconds. */
export async function hasLiveProcess(reader: Reader): Promise<boolean> {
  const sql =
    "select 1 from process where seen_at >= clock_timestamp() - cast(? as bigint) * interval '1 millisecond' limit 1";
  return (await reader.get(sql, DEAD_AFTER_MS)) !== undefined;
}

class PostgresMembership implements Membership {
  id = 0;
  live: readonly LiveProcess[] = [];
  readonly #url: string;
  #roles: readonly Role[];
  /** Those that the others were notified of. */
  #toldRoles: string | undefined;
  readonly #log: Logger;
  readonly #listeners = new Set<() => void>();
  #client: Client | undefined;
  #renewedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  /** Another process joined, left or died since the last renewal began. */
  #isNotified = false;
  #isLeft = false;

  constructor(url: string, roles: readonly Role[], log: Logger) {
    this.#url = url;
    this.#roles = roles;
    this.#log = log;
  }

  async join(): Promise<void> {
    const joined = this.#renewRow();
    // The notification of our own row must not begin a second renewal, which would insert another row.
    this.#renewing = this.#onceEnded(
      joined.catch(() => {
        this.#isLeft = true;
        this.#drop();
      }),
    );
    try {
      await joined;
    } catch (error) {
      throw sqlError(error);
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async retire(): Promise<void> {
    this.#roles = [];
    // One that has begun may still write the former roles.
    await this.#renewing;
    await this.#renew();
  }

  async leave(): Promise<void> {
    if (this.#isLeft) return;
    this.#isLeft = true;
    clearTimeout(this.#timer);
    await this.#renewing;
    try {
      // The last renewal may have lost its connection.
      const client = (this.#client ??= await this.#connect());
      await client.query("delete from process where id = $1", [this.id]);
      await client.query(`notify ${CHANNEL}`);
    } catch (error) {
      this.#log.debug("the others hear of the end of this process later", { error });
    }
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const delayMs = this.#isNotified ? 0 : RENEW_MS;
    if (!this.#isLeft) this.#timer = setTimeout(() => void this.#renew(), delayMs).unref();
  }

  #onNotification(): void {
    this.#isNotified = true;
    if (!this.#renewing) this.#schedule();
  }

  #renew(): Promise<void> {
    this.#isNotified = false;
    this.#renewing ??= this.#onceEnded(this.#tryToRenew());
    return this.#renewing;
  }

  /** One renewal at a time; the next is scheduled at its end. */
  async #onceEnded(renewal: Promise<void>): Promise<void> {
    await renewal;
    this.#renewing = undefined;
    this.#schedule();
  }

  async #tryToRenew(): Promise<void> {
    try {
      await this.#renewRow();
    } catch (error) {
      this.#log.debug("the row of this process could not be renewed", { error });
      this.#drop();
      if (performance.now() - this.#renewedAt > DOUBT_AFTER_MS) this.#set(this.id, []);
    }
  }

  async #renewRow(): Promise<void> {
    const client = (this.#client ??= await this.#connect());
    const askedAt = performance.now();
    // Each statement commits by itself: two processes that remove each other's rows do not wait for one another.
    const roles = this.#roles.join();
    const { rowCount } = await client.query(
      "update process set seen_at = clock_timestamp(), roles = $2 where id = $1",
      [this.id, roles],
    );
    const id = rowCount === 1 ? this.id : await this.#insertRow(client, roles);
    const dead = await client.query(
      "delete from process where seen_at < clock_timestamp() - $1 * interval '1 millisecond' and id <> $2",
      [DEAD_AFTER_MS, id],
    );
    if (id !== this.id || roles !== this.#toldRoles || dead.rowCount) await client.query(`notify ${CHANNEL}`);
    this.#toldRoles = roles;
    const { rows } = await client.query<{ id: string; roles: string }>("select id, roles from process order by id");
    this.#renewedAt = askedAt;
    this.#set(
      id,
      rows.map((row) => ({ id: Number(row.id), roles: (row.roles === "" ? [] : row.roles.split(",")) as Role[] })),
    );
  }

  async #insertRow(client: Client, roles: string): Promise<number> {
    // A later release may have contracted the schema since this process was started.
    const sql = `insert into process (roles, knows)
      select $1, $2 from schema_version where needs <= $2 returning id`;
    const { rows } = await client.query<{ id: string }>(sql, [roles, migrations.length]);
    if (rows.length === 0) throw new StoreError("newerVersion", "The database needs a newer version of Pismo");
    if (this.id !== 0) this.#log.warn("this process was taken for dead by the others and joins them again");
    return Number(rows[0]!.id);
  }

  #set(id: number, live: readonly LiveProcess[]): void {
    const isSame = id === this.id && JSON.stringify(live) === JSON.stringify(this.live);
    this.id = id;
    this.live = live;
    if (!isSame) for (const listener of this.#listeners) listener();
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: "pismo (process)",
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on("error", () => this.#drop(client));
    client.once("end", () => this.#drop(client));
    client.on("notification", () => this.#onNotification());
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return client;
  }

  #drop(client = this.#client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    client?.end().catch(() => {});
  }
}
