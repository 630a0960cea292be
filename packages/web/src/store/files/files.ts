/** The files of the shown account's letters (FILES, an extension of ours), a window at a time. */
import type { File as LetterFile, FileFilterCondition, Id } from "@pismo/jmap";
import { useEffect } from "react";
import { request } from "../session/session.ts";
import { createSignal, type Signal, useSignal } from "../signal.ts";
import { LivePages, type ShownList, useLivePages } from "../windowed/live-pages.ts";

export type { LetterFile };

export type FileOrder = "receivedAt" | "name" | "from" | "kind" | "size";

export interface FileQuery {
  filter: FileFilterCondition;
  order: FileOrder;
  isAscending: boolean;
}

/** Files of one request. */
const PAGE = 100;

const READ_AGAIN_MS = 1000;
/** Within what the server goes on without being asked. */
const TRY_AGAIN_MS = 4000;

/** Of several accounts together those at other servers that are not, or not wholly, among what was answered last. */
interface FileMembers {
  missing: readonly Id[];
  reading: readonly Id[];
  /** Those whose server failed while letters were looked through. */
  failing: readonly Id[];
}

/** Each list's own: the answer for one that is no longer shown may come late. */
const membersOf = new WeakMap<LivePages<LetterFile>, Signal<FileMembers>>();

function pagesOf({ filter, order, isAscending }: FileQuery, accountId: Id): LivePages<LetterFile> {
  const members = createSignal<FileMembers>({ missing: [], reading: [], failing: [] });
  const pages = new LivePages<LetterFile>(PAGE, async (position) => {
    const { query, get } = await request((calls) => {
      const sort = [{ property: order, isAscending }];
      const window = { position, limit: PAGE, calculateTotal: true };
      const asked = calls.call("File/query", { accountId, filter, sort, ...window });
      return { query: asked, get: calls.call("File/get", { accountId, "#ids": asked.ref("/ids") }) };
    });
    const { ids, total = 0, missing = [], reading = [], failing = [] } = query.result();
    members.set({ missing, reading, failing });
    const files = new Map(get.result().list.map((file) => [file.id, file as LetterFile]));
    return { items: ids.flatMap((id) => files.get(id) ?? []), total };
  });
  membersOf.set(pages, members);
  return pages;
}

export interface ShownFiles extends ShownList<LetterFile>, FileMembers {}

/** The list of a query, kept up to date. While letters of a member are looked through it is asked for again. */
export function useFiles(query: FileQuery): ShownFiles {
  const shown = useLivePages(query, "Email", pagesOf);
  const { live, refresh } = shown;
  const found = useSignal(membersOf.get(live)!);
  useEffect(() => {
    if (found.reading.length + found.failing.length === 0) return undefined;
    const timer = setTimeout(refresh, found.reading.length > 0 ? READ_AGAIN_MS : TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [found, refresh]);
  return { ...shown, ...found };
}
