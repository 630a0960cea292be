/** The rules for a mailbox's parent, name and role: RFC 8621 §2. */
import { type Id, type Mailbox, SetFailure } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

/** As advertised in maxMailboxDepth. */
export const MAX_MAILBOX_DEPTH = 10;

export const invalid = (property: string, description: string) =>
  new SetFailure({ type: "invalidProperties", properties: [property], description });

const besideIt = (name: string): string => `There is a mailbox "${name}" beside it already`;

/** The client can use the existing mailbox instead. */
const exists = ({ id, name }: Node) =>
  new SetFailure({
    type: "alreadyExists",
    existingId: idOf("m", id),
    properties: ["name"],
    description: besideIt(name),
  });

interface Node {
  id: number;
  parent_id: number | null;
  name: string;
  role: string | null;
}

const columns = "id, parent_id, name, role";

/** With the id of the account, so that the index of siblings is used. */
const siblings = "account_id = ? and coalesce(parent_id, 0) = ?";

/**
 * Returns the parent's key when a mailbox may have these properties; `ownId` is its id if it exists already. The cost does
 * not grow with the number of mailboxes. @throws SetFailure invalidProperties, alreadyExists
 */
export async function assertMailboxRules(
  reader: Reader,
  accountId: Id,
  { name, parentId, role }: Pick<Mailbox, "name" | "parentId" | "role">,
  ownId?: Id,
): Promise<number | null> {
  const account = accountKey(accountId);
  const ownKey = ownId === undefined ? 0 : keyOf("m", ownId);
  const parentKey = parentId === null ? null : keyOf("m", parentId);
  const find = (key: number): Promise<Node | undefined> =>
    reader.get<Node>(`select ${columns} from mailbox where account_id = ? and id = ?`, account, key);
  if (parentKey !== null && !(await find(parentKey))) throw invalid("parentId", "There is no such parent");

  const twin = await reader.get<Node>(
    `select ${columns} from mailbox where ${siblings} and name = ? and id <> ?`,
    account,
    parentKey ?? 0,
    name,
    ownKey,
  );
  if (twin) throw ownId === undefined ? exists(twin) : invalid("name", besideIt(name));
  const holder = "select 1 from mailbox where account_id = ? and role = ? and id <> ?";
  if (role !== null && (await reader.get(holder, account, role, ownKey))) {
    throw invalid("role", `Another mailbox has the role "${role}"`);
  }
  let depth = 1;
  for (let key = parentKey; key !== null; key = (await find(key))?.parent_id ?? null) {
    if (key === ownKey) throw invalid("parentId", "A mailbox cannot lie in itself");
    depth++;
  }
  if (depth + (await heightOf(reader, account, ownKey)) > MAX_MAILBOX_DEPTH) {
    throw invalid("parentId", `Mailboxes nest at most ${MAX_MAILBOX_DEPTH} deep`);
  }
  return parentKey;
}

/** The number of levels below a mailbox. */
async function heightOf(reader: Reader, account: number, key: number): Promise<number> {
  if (key === 0) return 0;
  const row = await reader.get<{ height: number }>(
    `with recursive below (id, level) as (
       select id, 1 from mailbox where account_id = ?1 and coalesce(parent_id, 0) = ?2
       union all
       select m.id, level + 1 from below join mailbox m on m.account_id = ?1 and coalesce(m.parent_id, 0) = below.id
     )
     select coalesce(max(level), 0) as height from below`,
    account,
    key,
  );
  return row?.height ?? 0;
}
