/** A Reader or Transactor over a connection, for as long as its transaction is open. */
import type { Id } from "@pismo/jmap";
import type { BlobStore } from "../blobs/blobs.ts";
import type { KeyedTable, SqlConnection } from "./engine.ts";
import { accountKey } from "./ids.ts";
import type { Transactor, writable } from "./reader.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { SqlValue } from "./sql-fragment.ts";

export class Transaction implements Transactor {
  /** A brand for the type checker alone: only the store creates Transactors. */
  declare readonly [writable]: true;
  readonly blobs: BlobStore;
  readonly search: SearchIndex;
  /** Accounts whose counter has changed. */
  readonly touched = new Set<Id>();
  readonly #connection: SqlConnection;
  readonly #counters = new Map<Id, number>();
  #atEnd: (() => Promise<unknown>)[] = [];
  #isOpen = true;
  #savepoints = 0;

  readonly #accountId: Id | undefined;

  /** @param accountId the one account that it may change; undefined: any */
  constructor(connection: SqlConnection, blobs: BlobStore, accountId?: Id) {
    this.#accountId = accountId;
    this.search = connection.search;
    this.#connection = connection;
    this.blobs = blobs;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async all<Row>(sql: string, ...params: SqlValue[]): Promise<Row[]> {
    return this.#current().all<Row>(sql, params);
  }

  async get<Row>(sql: string, ...params: SqlValue[]): Promise<Row | undefined> {
    return (await this.#current().get(sql, params)) as Row | undefined;
  }

  async run(sql: string, ...params: SqlValue[]): Promise<{ changes: number }> {
    return this.#current().run(sql, params);
  }

  async runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#current().runAll(sql, rows);
  }

  async newKeys(table: KeyedTable, count: number): Promise<number[]> {
    return this.#current().newKeys(table, count);
  }

  async nextModSeq(accountId: Id, count = 1): Promise<number> {
    if (this.#accountId !== undefined && accountId !== this.#accountId) {
      throw new Error(`a transaction of ${this.#accountId} changes ${accountId}`);
    }
    const stored = this.#counters.get(accountId) ?? (await this.#storedCounter(accountId));
    // Another call may have taken numbers meanwhile.
    const last = this.#counters.get(accountId) ?? stored;
    this.#counters.set(accountId, last + count);
    this.touched.add(accountId);
    return last + 1;
  }

  atEnd(work: () => Promise<unknown>): void {
    this.#atEnd.push(work);
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    const planned = this.#atEnd.length;
    await this.#current().exec(`savepoint ${name}`);
    try {
      const result = await work();
      await this.#current().exec(`release ${name}`);
      return result;
    } catch (error) {
      await this.#current().exec(`rollback to ${name}; release ${name}`);
      this.#atEnd.length = planned;
      throw error;
    }
  }

  /** Runs deferred work and writes the counters, before the commit. */
  async finish(): Promise<void> {
    for (const work of this.#atEnd) await work();
    for (const [accountId, modseq] of this.#counters) {
      await this.#current().run("update account set modseq = ? where id = ?", [modseq, accountKey(accountId)]);
    }
    this.end();
  }

  end(): void {
    this.#isOpen = false;
  }

  async #storedCounter(accountId: Id): Promise<number> {
    const row = await this.get<{ modseq: number }>("select modseq from account where id = ?", accountKey(accountId));
    if (!row) throw new Error(`no account ${accountId}`);
    return row.modseq;
  }

  #current(): SqlConnection {
    if (!this.#isOpen) throw new Error("the transaction has ended: await everything inside read() or write()");
    return this.#connection;
  }
}
