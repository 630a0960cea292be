/** Where a mailbox may stand and what it may be called: RFC 8621 §2. */
import { type Id, type Mailbox, SetFailure } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "./ids.ts";
import type { Reader } from "./reader.ts";

/** As advertised in maxMailboxDepth. */
export const MAX_MAILBOX_DEPTH = 10;

export const invalid = (property: string, description: string) =>
  new SetFailure({ type: "invalidProperties", properties: [property], description });

const besideIt = (name: string): string => `There is a mailbox "${name}" beside it already`;

/** Who wants to make it can go on with the one that is there. */
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

/**
 * The parent's key, when a mailbox with these properties may be there; `ownId` is its id if it exists already.
 * @throws SetFailure invalidProperties, alreadyExists
 */
export async function assertPlace(
  reader: Reader,
  accountId: Id,
  { name, parentId, role }: Pick<Mailbox, "name" | "parentId" | "role">,
  ownId?: Id,
): Promise<number | null> {
  const sql = "select id, parent_id, name, role from mailbox where account_id = ?";
  const all = new Map((await reader.all<Node>(sql, accountKey(accountId))).map((node) => [node.id, node]));
  const ownKey = ownId === undefined ? 0 : keyOf("m", ownId);
  const parentKey = parentId === null ? null : keyOf("m", parentId);
  if (parentKey !== null && !all.has(parentKey)) throw invalid("parentId", "There is no such parent");

  const others = [...all.values()].filter((node) => node.id !== ownKey);
  const twin = others.find((node) => node.parent_id === parentKey && node.name === name);
  if (twin) throw ownId === undefined ? exists(twin) : invalid("name", besideIt(name));
  if (role !== null && others.some((node) => node.role === role)) {
    throw invalid("role", `Another mailbox has the role "${role}"`);
  }
  let depth = 1;
  for (let key = parentKey; key !== null; key = all.get(key)?.parent_id ?? null) {
    if (key === ownKey) throw invalid("parentId", "A mailbox cannot lie in itself");
    depth++;
  }
  if (depth + heightOf(others, ownKey) > MAX_MAILBOX_DEPTH) {
    throw invalid("parentId", `Mailboxes nest at most ${MAX_MAILBOX_DEPTH} deep`);
  }
  return parentKey;
}

/** Levels below a mailbox. */
function heightOf(nodes: Node[], key: number): number {
  if (key === 0) return 0;
  const children = nodes.filter((node) => node.parent_id === key);
  return children.length === 0 ? 0 : 1 + Math.max(...children.map((child) => heightOf(nodes, child.id)));
}
