/** Files by ids from a member whose mail lies with another server. */
import type { File, GetArgs, Id } from "@pismo/jmap";
import { pick } from "../../../standard/get.ts";
import type { RemoteMember } from "../remote-members.ts";
import { fileIndexOf } from "./remote-file-index.ts";

/** As they were read for the list that named them. */
export async function getFilesThere(member: RemoteMember, { ids, properties }: GetArgs & { ids: Id[] }) {
  const files = fileIndexOf(member);
  const list: Partial<File>[] = [];
  const notFound: Id[] = [];
  for (const id of ids) {
    const found = files.find(id);
    if (found) list.push(pick(found.file, properties));
    else notFound.push(id);
  }
  return { list, notFound };
}
