/** The folders of accounts that are shown together, which a search may name: as the one account names them. */
import { allAccountsOf, type Id, idOfMember, remoteAccountOf } from "@pismo/jmap";
import { refetched } from "../people/refetched.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import type { SearchedMailbox } from "./search-filter.ts";

type Folders = readonly SearchedMailbox[];

const none: Folders = [];
/** Another server that does not answer holds up no search: its folders have no names until it does. */
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

const later = (): Promise<Folders> => new Promise((done) => setTimeout(done, WAIT_MS, none));

/** Never rejects: what cannot be asked for has no names. */
export async function loadMemberFolders(): Promise<void> {
  const session = getSession();
  const members = allAccountsOf(session, getAccount().accountId)?.members ?? [];
  const lists = await Promise.all(
    members.map(({ id }) => {
      const loaded = known.load(id);
      return remoteAccountOf(session, id) ? Promise.race([loaded, later()]) : loaded;
    }),
  );
  if (lists.length === shown.length && lists.every((list, at) => list === shown[at])) return;
  shown = lists;
  folders.set(lists.flat());
}
