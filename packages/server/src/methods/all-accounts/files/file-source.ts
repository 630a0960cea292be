/** What a merge of files asks of a member's list. */
import type { Id } from "@pismo/jmap";
import type { FilePoint } from "../../../store/files/query-files.ts";

export interface FileSource {
  readonly isAscending: boolean;
  /** Of two points, whichever accounts they are of. */
  compare(this: void, one: FilePoint, other: FilePoint): number;
  count(): Promise<number>;
  /** undefined: it is not in the list. */
  find(id: Id): Promise<FilePoint | undefined>;
  /** How many are before a point, which may be another account's. */
  rank(point: FilePoint): Promise<number>;
  /** @param asked.after none before it is looked at @returns with their ids in their account */
  rows(asked: { after: FilePoint | undefined; offset: number; limit: number }): Promise<(FilePoint & { name: Id })[]>;
}

/** As both engines compare: texts by their octets. */
export const comparePoints =
  (isAscending: boolean): FileSource["compare"] =>
  (one, other) => {
    const byValue =
      typeof one.value === "string"
        ? Buffer.compare(Buffer.from(one.value), Buffer.from(String(other.value)))
        : one.value - Number(other.value);
    return (isAscending ? 1 : -1) * (byValue || one.id - other.id);
  };
