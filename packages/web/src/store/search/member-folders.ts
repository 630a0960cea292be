/** The folders of accounts that are shown together, which a search may name: as the one account names them. */
import { allAccountsOf, type Id, idOfMember } from "@pismo/jmap";
import { refetched } from "../people/refetched.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import type { SearchedMailbox } from "./search-filter.ts";

type Folders = readonly SearchedMailbox[];

const none: Folders = [];
/** A server that does not answer holds up no search: its folders have no names until it does. */
const WAIT_MS = 2000;

const known = refetched<Folders>(["Mailbox"], none, async (accountId) => {
  const properties = ["id", "name", "role", "parentId"];
  const get = await request((calls) => calls.call("Mailbox/get", { accountId, ids: null, properties }));
  const here = (id: Id): Id => idOfMember(accountId, id);
  return get.result().list.map(({ id, name = "", role = null, parentId = null }) => ({
    id: here(id!),
    name,
    role,
    parentId: parentId === null ? null : here(parentId),
  }));
});

const folders = createSignal<Folders>(none);
let shown: readonly Folders[] = [];

export const getMemberFolders = (): Folders => folders.get();
export const useMemberFolders = (): Folders => useSignal(folders);

/** Never rejects: what cannot be asked for has no names. */
export async function loadMemberFolders(): Promise<void> {
  const members = allAccountsOf(getSession(), getAccount().accountId)?.members ?? [];
  const lists = await Promise.all(
    members.map(({ id }) =>
      Promise.race([known.load(id), new Promise<Folders>((done) => setTimeout(done, WAIT_MS, none))]),
    ),
  );
  if (lists.length === shown.length && lists.every((list, at) => list === shown[at])) return;
  shown = lists;
  folders.set(lists.flat());
}
