/** Finds a free name and a parent for a server's folder whose own are taken or nested too deep. */
import { type Id, SetFailure } from "@pismo/jmap";
import type { Transactor } from "../../../store/db/store.ts";
import { MAX_NAME_OCTETS, mailboxName } from "./folder-names.ts";

export interface NameAndParent {
  name: string;
  parentId: Id | null;
}

/** "Sent (2)", within the maximum length. */
function numbered(name: string, count: number): string {
  const end = ` (${count})`;
  let begin = name;
  while (Buffer.byteLength(begin) + end.length > MAX_NAME_OCTETS) begin = Array.from(begin).slice(0, -1).join("");
  return `${begin}${end}`;
}

const isAbout = ({ error: { type, properties = [] } }: SetFailure, property: string): boolean =>
  (type === "invalidProperties" || type === "alreadyExists") && properties.includes(property);

/**
 * Calls `put` until the name is free. Two names there may be equal here (a role's, or in NFC): the later gets a number.
 * A folder that is nested too deep gets its whole path as its name, without a parent.
 * @throws SetFailure for other reasons
 */
export async function withFreeName<T>(
  tx: Transactor,
  { name, parentId, path }: NameAndParent & { path: string },
  put: (candidate: NameAndParent) => Promise<T>,
): Promise<T> {
  let requested: NameAndParent = { name, parentId };
  let candidate = requested;
  for (let count = 2; ; count++) {
    try {
      return await tx.savepoint(() => put(candidate));
    } catch (error) {
      if (!(error instanceof SetFailure)) throw error;
      if (isAbout(error, "name")) {
        candidate = { ...requested, name: numbered(requested.name, count) };
      } else if (isAbout(error, "parentId") && requested.parentId !== null) {
        requested = { name: mailboxName(path), parentId: null };
        candidate = requested;
      } else throw error;
    }
  }
}
