/** The files of the shown account's letters (FILES, an extension of ours), a window at a time. */
import type { File as LetterFile, FileFilterCondition, Id } from "@pismo/jmap";
import { request } from "../session/session.ts";
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

const pagesOf = ({ filter, order, isAscending }: FileQuery, accountId: Id): LivePages<LetterFile> =>
  new LivePages(PAGE, async (position) => {
    const { query, get } = await request((calls) => {
      const sort = [{ property: order, isAscending }];
      const window = { position, limit: PAGE, calculateTotal: true };
      const asked = calls.call("File/query", { accountId, filter, sort, ...window });
      return { query: asked, get: calls.call("File/get", { accountId, "#ids": asked.ref("/ids") }) };
    });
    const { ids, total = 0 } = query.result();
    const files = new Map(get.result().list.map((file) => [file.id, file as LetterFile]));
    return { items: ids.flatMap((id) => files.get(id) ?? []), total };
  });

export type ShownFiles = ShownList<LetterFile>;

/** The list of a query, kept up to date. */
export const useFiles = (query: FileQuery): ShownFiles => useLivePages(query, "Email", pagesOf);
