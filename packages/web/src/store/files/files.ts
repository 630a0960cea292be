/** The files of the shown account's letters (FILES, an extension of ours), a window at a time. */
import { type File as LetterFile, type FileFilterCondition, FILES, type Id, type Session } from "@pismo/jmap";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { getAccount, getSession, request, subscribeToSession } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";

export type { LetterFile };

export type FileOrder = "receivedAt" | "name" | "from" | "kind" | "size";

export interface FileQuery {
  filter: FileFilterCondition;
  order: FileOrder;
  isAscending: boolean;
}

/** Files of one request. */
const PAGE = 100;

export interface FileList {
  /** Undefined until it is known. */
  total: number | undefined;
  /** Whether the last request failed; the next one tries again. */
  hasFailed: boolean;
  /** Of a position; undefined until it is there. */
  at: (position: number) => LetterFile | undefined;
}

/** @param session with the capabilities of accounts that lie with other servers */
export const hasFilesIn = (session: Session | undefined, accountId: Id): boolean =>
  session?.accounts[accountId]?.accountCapabilities[FILES] !== undefined;

class LiveFiles {
  readonly #query: FileQuery;
  readonly #accountId: Id;
  readonly #listeners = new Set<() => void>();
  #pages = new Map<number, readonly LetterFile[]>();
  /** Pages of the state before, shown until theirs are there. */
  #stale = new Map<number, readonly LetterFile[]>();
  #loading = new Set<number>();
  #wanted: readonly [from: number, to: number] = [0, 1];
  #round = 0;
  #list: FileList = { total: undefined, hasFailed: false, at: () => undefined };

  constructor(query: FileQuery, accountId: Id) {
    this.#query = query;
    this.#accountId = accountId;
  }

  readonly list = (): FileList => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The positions in sight are fetched. */
  want(from: number, to: number): void {
    this.#wanted = [Math.max(0, from), Math.max(1, to)];
    for (let page = Math.floor(this.#wanted[0] / PAGE); page * PAGE < this.#wanted[1]; page++) void this.#load(page);
  }

  /** Something has come or gone. */
  refresh(): void {
    this.#round++;
    this.#stale = new Map([...this.#stale, ...this.#pages]);
    this.#pages = new Map();
    this.#loading = new Set();
    this.want(...this.#wanted);
  }

  async #load(page: number): Promise<void> {
    if (this.#pages.has(page) || this.#loading.has(page)) return;
    const { total } = this.#list;
    if (total !== undefined && page > 0 && page * PAGE >= total && !this.#stale.has(page)) return;
    this.#loading.add(page);
    const round = this.#round;
    try {
      const { query, get } = await request((calls) => this.#calls(calls, page));
      if (round !== this.#round) return;
      const { ids, total: all = 0 } = query.result();
      const files = new Map(get.result().list.map((file) => [file.id, file as LetterFile]));
      this.#pages.set(
        page,
        ids.flatMap((id) => files.get(id) ?? []),
      );
      this.#stale.delete(page);
      this.#tell(all, false);
    } catch {
      if (round === this.#round) this.#tell(total, true);
    } finally {
      if (round === this.#round) this.#loading.delete(page);
    }
  }

  #calls(calls: Parameters<Parameters<typeof request>[0]>[0], page: number) {
    const accountId = this.#accountId;
    const { filter, order, isAscending } = this.#query;
    const query = calls.call("File/query", {
      accountId,
      filter,
      sort: [{ property: order, isAscending }],
      position: page * PAGE,
      limit: PAGE,
      calculateTotal: true,
    });
    return { query, get: calls.call("File/get", { accountId, "#ids": query.ref("/ids") }) };
  }

  #tell(total: number | undefined, hasFailed: boolean): void {
    this.#list = {
      total,
      hasFailed,
      at: (position) => {
        const page = Math.floor(position / PAGE);
        return (this.#pages.get(page) ?? this.#stale.get(page))?.[position % PAGE];
      },
    };
    for (const listener of this.#listeners) listener();
  }
}

export interface ShownFiles extends FileList {
  want: (from: number, to: number) => void;
}

/** The list of a query, kept up to date. */
export function useFiles(query: FileQuery): ShownFiles {
  const key = JSON.stringify(query);
  const { accountId } = getAccount();
  const live = useMemo(() => new LiveFiles(JSON.parse(key) as FileQuery, accountId), [key, accountId]);
  const list = useSyncExternalStore(live.subscribe, live.list, live.list);
  useEffect(() => {
    live.want(0, 1);
    return onNews((changed) => {
      if (!changed || changed[accountId]?.Email !== undefined) live.refresh();
    });
  }, [live, accountId]);
  return useMemo(() => ({ ...list, want: live.want.bind(live) }), [list, live]);
}

const presence = createSignal<{ accountId: Id; isThere: boolean }>({ accountId: "", isThere: false });

const lookForFiles = coalesce(async () => {
  const { accountId } = getAccount();
  if (!hasFilesIn(getSession(), accountId)) return presence.set({ accountId, isThere: false });
  const query = await request((calls) => calls.call("File/query", { accountId, limit: 1 }));
  if (accountId === getAccount().accountId) presence.set({ accountId, isThere: query.result().ids.length > 0 });
});

/** Whether the shown account has files to list. Letters that come are followed. */
export function useHasFiles(): boolean {
  const { accountId, isThere } = useSignal(presence);
  useEffect(() => {
    let shown = getAccount().accountId;
    lookForFiles();
    const stops = [
      onNews((changed) => {
        // Not at each change of an Email: what the person does is one request (RFC 8621 §1.5 has the type).
        if (!changed || changed[getAccount().accountId]?.EmailDelivery !== undefined) lookForFiles();
      }),
      subscribeToSession(() => {
        if (shown !== (shown = getAccount().accountId)) lookForFiles();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return isThere && accountId === getAccount().accountId;
}
