/** One list of Emails: windows are loaded as they come into sight, changes are applied in place. */
import type { Batch, Id } from "@pismo/jmap";
import { failureNumber } from "../failure-number.ts";
import { isUnreachable } from "../sync/connection.ts";
import { ownChangesIn } from "./own-changes-in-list.ts";
import { mayStandIn } from "./list-filter.ts";
import { type ListQuery, queryKey } from "./list-query.ts";
import { loadSearchLanguage, needsLanguage } from "../search/search-terms.ts";
import type { EmailList, ListSnapshot } from "./list-shapes.ts";
import { ListRequests, type ListWindow, totalOf } from "./list-requests.ts";
import { isMailboxesLoaded, loadMailboxes, mailboxCall } from "../mailboxes/mailboxes.ts";
import { FrameWait } from "../prefetch/painted.ts";
import type { AccountRecords } from "../records/records.ts";
import { limits, request } from "../session/session.ts";
import { batch, type Listener, tell } from "../signal.ts";
import { SparseList } from "./sparse-list.ts";
import { requestSync } from "../sync/sync-request.ts";

/** Emails in one window. */
const windowSize = 100;
/** What most screens show: it is waited for, and each Email that it takes longer by is not in sight. */
const firstSize = 24;
/** Emails beyond what is in sight that are fetched ahead. */
const prefetchMargin = 50;
/** Why a request is given up: it is not sent again. */
const hasLeft = "left";

export class LiveList {
  readonly query: ListQuery;
  readonly key: string;
  readonly records: AccountRecords;
  readonly sparse = new SparseList();
  /** The total is known, and not only that there are more than the first rows. */
  #isCounted = true;
  /** Set while all Emails of the list are being moved away. */
  isEmptied = false;
  readonly #requests: ListRequests;
  #queryState: string | undefined;
  #status: EmailList["status"] = "loading";
  #failureNumber: string | undefined;
  #listeners = new Set<Listener>();
  #shown: EmailList | undefined;
  #wanted: [start: number, end: number] = [0, firstSize];
  #loading: AbortController | undefined;
  #loadingRange: [start: number, end: number] = [0, 0];
  /** Renders the received rows before requesting more than is visible. */
  readonly #frame = new FrameWait();
  /** Changed here since the list was opened: they stay on the screen although the filter lets them go. */
  readonly #touched = new Set<Id>();
  /** Grows with each change made here that the server's query state has moved on by, and this list's has not. */
  #ownChanges = 0;
  #isBehind = false;
  /** A sync began or ended while the first window was on its way. */
  #hasMissedSync = false;
  /** Known ids whose rows the server no longer has, until the next change of the list. */
  readonly #gone = new Set<Id>();

  constructor(query: ListQuery, records: AccountRecords) {
    this.query = query;
    this.key = queryKey(query);
    this.records = records;
    this.#requests = new ListRequests(query, records);
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  snapshot = (): EmailList => {
    this.#shown ??= {
      key: this.key,
      status: this.#status,
      failureNumber: this.#failureNumber,
      total: this.isEmptied ? 0 : this.sparse.total,
      isCounted: this.#isCounted,
      idAt: (index) => (this.isEmptied ? undefined : this.sparse.idAt(index)),
      ensureRange: (start, end) => this.ensureRange(start, end),
      indexOf: (id) => this.sparse.indexOf(id),
      retry: () => this.retry(),
    };
    return this.#shown;
  };

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  get isLoaded(): boolean {
    return this.#queryState !== undefined;
  }

  changed(): void {
    this.#shown = undefined;
    tell(this.#listeners);
  }

  retry(): void {
    if (this.#status === "error") this.#status = "loading";
    this.changed();
    void this.load();
  }

  ensureRange(start: number, end: number): void {
    this.#wanted = [Math.max(0, start), Math.max(start + 1, end)];
    const [loadingStart, loadingEnd] = this.#loadingRange;
    const isFar = this.isLoaded && (loadingEnd <= start - windowSize || loadingStart >= end + windowSize);
    if (this.#loading && isFar) this.#loading.abort();
    if (this.missing(...this.#wanted)) this.#frame.end();
    void this.load();
  }

  /** A sync asks for no changes of a list that is not loaded: what it would have told is asked for once it is. */
  missSync(): void {
    this.#hasMissedSync ||= this.#loading !== undefined;
  }

  /** Loads what is in sight and missing; resolves when nothing more is under way. */
  async load(): Promise<void> {
    if (this.#loading) return;
    const controller = new AbortController();
    this.#loading = controller;
    try {
      if (this.isLoaded) await this.#loadWanted(controller.signal);
      else await this.#loadFirst(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.#failed(error);
    } finally {
      this.#loading = undefined;
    }
    if (controller.signal.aborted && controller.signal.reason !== hasLeft) await this.load();
  }

  #failed(error: unknown): void {
    // Without a connection the list waits as it is, and is asked again when the server is back. Told of a change, the page
    // would ask for the rows that are missing at once, and so without end.
    if (isUnreachable(error) && this.isLoaded) return;
    this.#failureNumber = failureNumber(error);
    this.#status = this.isLoaded ? "ready" : "error";
    this.changed();
  }

  /** Folders and first window go in one request where it is known by then how the folder is asked for. */
  async #loadFirst(signal: AbortSignal): Promise<void> {
    if (needsLanguage(this.query.q)) await loadSearchLanguage(this.query.q);
    if (!isMailboxesLoaded(this.records) && !this.#requests.filter()) await loadMailboxes(this.records);
    const needsFolders = !isMailboxesLoaded(this.records);
    const filter = JSON.stringify(this.#requests.filter());
    const { accountId } = this.records;
    const { before, folders, window } = await request(
      (calls) => ({
        // What a server does between two calls of a request may be missing in the list: it is asked for by this state.
        before: calls.call("Email/get", { accountId, ids: [] }),
        folders: needsFolders ? mailboxCall(calls, this.records) : undefined,
        // Of a search the next window brings the total.
        window: this.#requests.window(calls, 0, firstSize, this.query.q === undefined),
      }),
      signal,
    );
    let rest: Promise<void> | undefined;
    const isAskedRight = batch(() => {
      rest = folders?.();
      if (JSON.stringify(this.#requests.filter()) !== filter) return false;
      this.records.noteState("Email", before.result().state);
      this.#start(window);
      return true;
    });
    await rest;
    // A role went to another mailbox at that moment, or was not known yet.
    if (!isAskedRight) return this.#loadFirst(signal);
    // A change that was confirmed, pushed or fetched before the list was loaded could not be applied: it would be missed.
    const hasAdvanced = before.result().state !== this.records.states.Email;
    if (hasAdvanced || this.#hasMissedSync || this.records.isBehind(this.records.told)) requestSync();
    this.#hasMissedSync = false;
    await this.#loadWanted(signal);
  }

  /** The visible rows, and some before and after them. */
  pageSnapshot(): ListSnapshot | undefined {
    // After a reload what the words mean is known too late for the changes since.
    if (!this.#queryState || this.#status !== "ready" || needsLanguage(this.query.q)) return undefined;
    const { Email } = this.records.maps;
    const from = Math.max(0, this.sparse.serverPosition(this.#wanted[0]) - windowSize / 4);
    const { position, ids } = this.sparse.stretch(from, windowSize, (id) => Email.base(id) !== undefined);
    const { query } = this;
    return { query, position, ids, total: this.sparse.serverTotal, queryState: this.#queryState };
  }

  /** Starts from a snapshot; the server is asked for the changes since. */
  restore({ position, ids, total, queryState }: ListSnapshot): void {
    this.sparse.reset(position, ids, total);
    this.#queryState = queryState;
    this.#status = "ready";
    this.changed();
  }

  /** Takes a window as the beginning of a new list. */
  #start({ query, rows, isCounted }: ListWindow): void {
    const result = query.result();
    rows.put();
    this.#isCounted = isCounted || result.ids.length < firstSize;
    // A place for the next one: it is fetched with the total.
    this.sparse.reset(result.position, result.ids, totalOf(result) + (this.#isCounted ? 0 : 1));
    this.#queryState = result.queryState;
    this.#isBehind = false;
    this.#status = "ready";
    this.#gone.clear();
    this.#reconsiderAll();
    this.changed();
  }

  /** Visible rows first, and once they are painted those next to them on either side. */
  async #loadWanted(signal: AbortSignal): Promise<void> {
    let isPainted = false;
    for (let pass = 0; pass < 8; pass++) {
      const [top, bottom] = this.#wanted;
      const inSight = this.missing(top, bottom);
      const range = inSight ?? this.missing(top - prefetchMargin, bottom + prefetchMargin);
      if (!range) return;
      if (!inSight && !isPainted) {
        await this.#frame.over();
        isPainted = true;
        continue;
      }
      isPainted = false;
      const [first, afterLast] = (this.#loadingRange = range);
      const position = this.sparse.serverPosition(first);
      const end = position + afterLast - first;
      // First only the visible rows. Then a whole window, so that most scrolling requests nothing.
      const whole = inSight ? end : Math.ceil(end / windowSize) * windowSize;
      const limit = Math.min(whole - position, Math.max(windowSize, limits().maxObjectsInGet));
      await this.loadWindow(position, limit, signal);
    }
  }

  /**
   * Loads some positions, as the server counts. Where the list is behind, its changes come with them and before them, so
   * that both are of one state.
   * @throws what the request throws
   */
  async loadWindow(position: number, limit: number, signal?: AbortSignal): Promise<void> {
    const ownChanges = this.#ownChanges;
    const { apply, window } = await request(
      (calls) => ({
        apply: this.#isBehind ? this.changeCalls(calls) : undefined,
        window: this.#requests.window(calls, position, limit),
      }),
      signal,
    );
    // Changed here in between: the window may be from before it or after it.
    if (ownChanges !== this.#ownChanges) return this.refresh(signal);
    const outcome = batch(() => (apply && !apply() ? "reload" : this.#insert(window) ? "inserted" : "changed"));
    if (outcome === "reload") await this.reload(signal);
    else if (outcome === "changed") await this.refresh(signal);
  }

  missing(start: number, end: number): [start: number, end: number] | undefined {
    return this.sparse.missing(Math.max(0, start), end, (id) => this.records.maps.Email.has(id) || this.#gone.has(id));
  }

  /** @returns false where the window is of another state than the list */
  #insert({ query, rows }: ListWindow): boolean {
    const result = query.result();
    return batch(() => {
      rows.put();
      if (result.queryState !== this.#queryState || this.#isBehind) return false;
      this.#isCounted = true;
      this.sparse.insertWindow(result.position, result.ids, totalOf(result));
      this.sparse.trim((id) => this.records.maps.Email.has(id));
      for (const id of rows.notFound()) this.#gone.add(id);
      this.#reconsiderAll(result.ids);
      this.changed();
      return true;
    });
  }

  /** Brings the list to the server's present state by its changes. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const apply = await request((calls) => this.changeCalls(calls), signal);
    if (!apply()) await this.reload(signal);
  }

  /**
   * Adds the calls to a batch. What it gives back applies the answer and gives the ids whose rows came with it, or
   * undefined where the list must be reloaded.
   */
  changeCalls(calls: Batch): () => Id[] | undefined {
    if (!this.#requests.filter()) {
      return () => {
        this.#status = "error";
        this.changed();
        return [];
      };
    }
    const { changes, rows } = this.#requests.changes(calls, this.#queryState ?? "");
    return () => {
      try {
        const result = changes.result();
        // Another answer was faster.
        if (result.oldQueryState !== this.#queryState)
          return result.newQueryState === this.#queryState ? [] : undefined;
        const ids = result.added.map(({ id }) => id);
        batch(() => {
          rows.put();
          // Another Email of its Thread is the row now.
          const threadOf = (id: Id) => this.query.threads && this.records.maps.Email.get(id)?.threadId;
          const threads = new Set(ids.map(threadOf));
          const isReplaced = (id: Id): boolean => !ids.includes(id) && threads.has(threadOf(id) || "");
          if (!this.sparse.applyChanges(result, (id) => this.#touched.has(id), isReplaced))
            throw new Error("inconsistent");
          this.#queryState = result.newQueryState;
          // Its folder or label was gone, and is back.
          this.#status = "ready";
          this.#isCounted = true;
          this.#isBehind = false;
          this.#gone.clear();
          this.#reconsiderAll(ids);
          this.changed();
        });
        void this.load();
        return ids;
      } catch {
        return undefined;
      }
    };
  }

  /**
   * The server did to these Emails what was done here, and nothing else has happened: those that the filter lets go
   * leave as they would by Email/queryChanges, which is asked for later, with the next window.
   * @returns false where one may have come in, whose position only the server knows
   */
  applyOwnChanges(ids: readonly Id[]): boolean {
    if (!this.isLoaded) return true;
    this.#ownChanges++;
    this.#isBehind = true;
    const { leaving, mayHaveCome } = ownChangesIn(this, ids);
    if (leaving.length > 0) {
      const total = this.sparse.serverTotal - leaving.length;
      this.sparse.applyChanges({ removed: leaving, added: [], total }, (id) => this.#touched.has(id));
      this.#reconsiderAll(leaving);
      this.changed();
      void this.load();
    }
    return !mayHaveCome;
  }

  /** Loads what is in sight as a new list; until it is there the old one stands. */
  async reload(signal?: AbortSignal): Promise<void> {
    const [start, end] = this.#wanted;
    const position = Math.floor(this.sparse.serverPosition(start) / windowSize) * windowSize;
    const limit = Math.min(Math.ceil((end - position) / windowSize) * windowSize, limits().maxObjectsInGet);
    const window = await request(
      (calls) => this.#requests.window(calls, position, Math.max(limit, windowSize)),
      signal,
    );
    batch(() => this.#start(window));
  }

  /** Hides or shows an Email whose row changed. */
  reconsider(id: Id): void {
    if (this.sparse.has(id) && this.#hideOrShow(id)) this.changed();
  }

  /** Whether an Email is in the list as far as is known: positions that are not loaded may hold it. */
  mayHold(id: Id): boolean {
    const row = this.records.maps.Email.get(id);
    return row ? mayStandIn(this.query, this.records.mailboxes, row.mailboxIds) : this.sparse.has(id);
  }

  #reconsiderAll(ids: readonly Id[] = this.sparse.knownIds()): void {
    for (const id of ids) if (this.records.maps.Email.has(id)) this.#hideOrShow(id);
  }

  #hideOrShow(id: Id): boolean {
    const row = this.records.maps.Email.get(id);
    return this.sparse.hide(id, !row || !mayStandIn(this.query, this.records.mailboxes, row.mailboxIds));
  }

  /** The Emails are being changed here. */
  touch(ids: readonly Id[]): void {
    for (const id of ids) if (this.sparse.has(id)) this.#touched.add(id);
  }

  /** Another list was opened: Emails that only stayed to be seen go. */
  left(): void {
    // The next search would wait for what is still counted for this one.
    if (this.query.q !== undefined) this.#loading?.abort(hasLeft);
    this.#touched.clear();
    if (this.sparse.releaseRetained()) this.changed();
  }
}
