/** Reads what changes of mailboxes are checked against: one statement, whose cost does not grow with the account. */
import type { Id, Mailbox } from "@pismo/jmap";
import { accountKey, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader } from "../db/reader.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { MailboxTree } from "./mailbox-tree.ts";

/** What becomes of a mailbox. */
export interface PlannedMailbox extends Partial<Pick<Mailbox, "name" | "parentId" | "role">> {
  /** Left out: of a new one. */
  id?: Id;
}

/** No key of a mailbox: its own parent. */
const SAME_PARENT = -1;
/** No name of a mailbox: its own. */
const SAME_NAME = "";

const keyOfParent = ({ parentId = null }: PlannedMailbox): number => (parentId === null ? 0 : keyOf("m", parentId));

/** These mailboxes and all above and below them, who has their names beside them, and who has their roles. */
export async function loadMailboxTree(
  reader: Reader,
  accountId: Id,
  planned: readonly PlannedMailbox[],
): Promise<MailboxTree> {
  const ids = planned.flatMap(({ id }) => id ?? []);
  const roles = new Set(planned.flatMap(({ role }) => role ?? []));
  // What keeps its place has it already.
  const places = planned.filter(({ id, name, parentId }) => !id || name !== undefined || parentId !== undefined);
  const rows = await reader.all<MailboxRow>(
    `with recursive changed (id) as (
       select value from key_rows(?2) named
       union select id from mailbox where account_id = ?1 and role in text_list(?3)
     ), above (id) as (
       select id from changed union select value from key_rows(?4) parents
       union select m.parent_id from above ordered join mailbox m on m.id = above.id and +m.account_id = ?1
         where m.parent_id is not null
     ), below (id) as (
       select id from changed
       union select m.id from below ordered join mailbox m on m.account_id = ?1 and coalesce(m.parent_id, 0) = below.id
     ), parent (key, value) as materialized (select key, value from key_rows(?6) parents
     ), name (key, value) as materialized (select key, value from text_rows(?7) names
     ), place (parent_id, name) as (
       select case when p.value = ${SAME_PARENT} then coalesce(own.parent_id, 0) else p.value end,
         case when n.value = '${SAME_NAME}' then own.name else n.value end
       from key_rows(?5) o ordered join parent p on p.key = o.key ordered join name n on n.key = o.key
         left join mailbox own on own.id = o.value and +own.account_id = ?1
     )
     select * from mailbox where +account_id = ?1 and id in (
       select id from above union select id from below
       union select m.id from place ordered join mailbox m on m.account_id = ?1 and coalesce(m.parent_id, 0) = place.parent_id and m.name = place.name
     )`,
    accountKey(accountId),
    JSON.stringify(keysOf("m", ids)),
    jsonText([...roles]),
    JSON.stringify([...new Set(planned.map(keyOfParent))]),
    JSON.stringify(places.map(({ id }) => (id === undefined ? 0 : keyOf("m", id)))),
    JSON.stringify(
      places.map((each) => (each.id !== undefined && each.parentId === undefined ? SAME_PARENT : keyOfParent(each))),
    ),
    jsonText(places.map(({ name = SAME_NAME }) => name)),
  );
  return new MailboxTree(rows);
}
