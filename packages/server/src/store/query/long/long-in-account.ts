/** Which queries of an account are long: those that are anyway, and those that what came back makes long. */
import type { Id } from "@pismo/jmap";
import type { Reader } from "../../db/reader.ts";
import { treeOf } from "../email-filter.ts";
import type { EmailQuery } from "../email-query.ts";
import { isLong } from "./long-queries.ts";
import { namesReceivedAt, needsReceivedAt } from "../returned-emails.ts";

interface Reads {
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
}

export async function isLongIn(store: Reads, accountId: Id, query: EmailQuery): Promise<boolean> {
  if (isLong(query)) return true;
  const asked = { tree: treeOf(query.filter), sort: query.sort };
  return namesReceivedAt(asked) && store.read((reader) => needsReceivedAt(reader, accountId, asked));
}
