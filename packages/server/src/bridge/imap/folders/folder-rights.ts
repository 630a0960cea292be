/** Rights in a folder: its access control list (RFC 4314), or READ-ONLY when it is opened. */
import type { ImapFolder } from "../../../store/mirror/imap-folders.ts";
import { getRights, setRights } from "../../../store/mailboxes/mailbox-rights.ts";
import type { Refusal } from "../connection/errors.ts";
import type { Mirror } from "../sync/mirror.ts";
import { isForeign } from "./namespaces.ts";
import type { Session } from "../connection/connection.ts";

/** Rights in a read-only folder: neither flags nor deletion. */
const READ_ONLY = "lripkx";
/** Rights in a name that only contains other folders. */
export const CONTAINER_OF_OTHERS = "l";

/** RFC 4314 divided the "c" and "d" of RFC 2086; servers that follow it announce RIGHTS=. */
function divided(rights: string, { capabilities }: Session["client"]): string {
  if ([...capabilities.keys()].some((name) => name.toUpperCase().startsWith("RIGHTS="))) return rights;
  return rights.replace("c", "ckx").replace("d", "dte");
}

/** MYRIGHTS; undefined where the server lacks or refuses it. */
async function fetchRights({ client }: Session, path: string): Promise<string | undefined> {
  if (!client.capabilities.has("ACL")) return undefined;
  const { encodePath } = await import("imapflow/lib/tools.js");
  let rights: string | undefined;
  const untagged = {
    async MYRIGHTS({ attributes = [] }: { attributes?: { value?: unknown }[] } = {}): Promise<void> {
      const value = attributes[1]?.value;
      if (typeof value === "string") rights = value;
    },
  };
  try {
    await client.command("MYRIGHTS", [{ type: "STRING", value: encodePath(client, path) }], { untagged });
  } catch (error) {
    if (!client.usable) throw error;
    return undefined;
  }
  return rights === undefined ? undefined : divided(rights, client);
}

/** Records the rights in the open folder. @param isThorough checks them although they rarely change */
export async function noteRights(mirror: Mirror, folder: ImapFolder, isThorough: boolean): Promise<void> {
  const { store, session, accountId } = mirror;
  const before = await store.read((reader) => getRights(reader, accountId, folder.mailboxId));
  const isReadOnly = session.client.mailbox !== false && session.client.mailbox.readOnly === true;
  // In one's own folders all rights are usual.
  const mayBeLimited =
    isReadOnly || before !== null || isThorough || folder.uidValidity === null || isForeign(session, folder.path);
  if (!mayBeLimited) return;
  const rights = (await fetchRights(session, folder.path)) ?? (isReadOnly ? READ_ONLY : null);
  if (rights !== before) await store.write((tx) => setRights(tx, accountId, folder.mailboxId, rights));
}

/** Records that a folder that the server has refused to open cannot be read; MYRIGHTS may grant other rights. */
export async function noteUnreadable(mirror: Mirror, folder: ImapFolder, { code }: Refusal): Promise<void> {
  // It is deleted, or a known folder is unavailable for a while.
  if (code === "NONEXISTENT" || (code !== "NOPERM" && folder.uidValidity !== null)) return;
  const { store, session, accountId } = mirror;
  const rights = (await fetchRights(session, folder.path)) ?? "";
  await store.write((tx) => setRights(tx, accountId, folder.mailboxId, rights.replace("r", "")));
}
