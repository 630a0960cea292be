/**
 * Files of Emails that were stored before the table of files was, that were brought here without it, or of which others are
 * listed since. They are written a batch at a time, the newest Emails first.
 */
import type { PartNode } from "../../mime/parse/part.ts";
import { idOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { type FilesOfEmail, filesOf, insertFiles, removeFiles } from "./file-rows.ts";
import { letterTerms } from "./unread-files.ts";

/** SQL for a database whose Emails have no files yet. */
export const beginBacklog = `insert into file_backlog (account_id, email_id)
  select account_id, max(id) from email where has_attachment = 1 group by account_id on conflict do nothing`;

const BATCH = 200;

interface Row {
  id: number;
  received_at: number;
  from_key: string;
  headers: string;
  structure: string;
}

/** Writes those of a batch. @returns whether more is left */
export async function workOffBacklog(store: Store): Promise<boolean> {
  const found = await store.read(nextBatch);
  if (!found) return false;
  const { account, rows } = found;
  const accountId = idOf("a", account);
  const emails = rows.map(filesOfRow);
  await store.write(
    async (tx) => {
      const held = await tx.all<{ id: number; part_id: string | null }>(
        `select e.id, f.part_id from email e left join file f on f.email_id = e.id and +f.account_id = e.account_id
         where e.id in key_list(?) and +e.account_id = ? order by f.id`,
        JSON.stringify(emails.map(({ key }) => key)),
        account,
      );
      const listed = new Map<number, string[]>();
      for (const { id, part_id } of held) listed.set(id, [...(listed.get(id) ?? []), ...(part_id ? [part_id] : [])]);
      const others = emails.filter(({ key, files }) => {
        const parts = listed.get(key);
        return parts && parts.join(" ") !== files.map(({ partId }) => partId).join(" ");
      });
      const keys = others.map(({ key }) => key);
      await removeFiles(tx, accountId, keys);
      await insertFiles(tx, accountId, others);
      if (rows.length < BATCH) await tx.run("delete from file_backlog where account_id = ?", account);
      else await tx.run("update file_backlog set email_id = ? where account_id = ?", rows.at(-1)!.id - 1, account);
    },
    { accountId },
  );
  return true;
}

async function nextBatch(reader: Reader): Promise<{ account: number; rows: Row[] } | undefined> {
  const next = await reader.get<{ account_id: number; email_id: number }>(
    "select account_id, email_id from file_backlog order by account_id limit 1",
  );
  if (!next) return undefined;
  const rows = await reader.all<Row>(
    `select e.id, e.received_at, e.from_key, c.headers, c.structure from email e join email_content c on c.email_id = e.id and c.account_id = e.account_id
     where e.account_id = ? and e.id <= ? and e.has_attachment = 1 order by e.id desc limit ?`,
    next.account_id,
    next.email_id,
    BATCH,
  );
  return { account: next.account_id, rows };
}

function filesOfRow({ id, received_at, from_key, headers, structure }: Row): FilesOfEmail {
  return {
    key: id,
    files: filesOf(JSON.parse(structure) as PartNode),
    receivedAt: received_at,
    fromKey: from_key,
    letterTerms: letterTerms(headers),
  };
}
