/**
 * The account that shows several together (ALL_ACCOUNTS): of our own page alone, which is who has the cookie. Another
 * client would keep all mail twice.
 */
import {
  type Account,
  ALL_ACCOUNTS,
  ALL_ACCOUNTS_ID,
  type AllAccountsCapability,
  CATEGORIES,
  CONTACTS,
  type ContactsCapability,
  CORE,
  EMAIL_TRANSFERS,
  FILES,
  folderRoles,
  type Id,
  MAIL,
  NEWSLETTERS,
  MAILBOX_ROLES,
  memberOf,
  type MailboxRoles,
  PREFERENCES,
  REMOTE_ACCOUNT,
  REMOTE_IMAGES,
  type RemoteAccountCapability,
  type StateType,
  UNSUBSCRIBE,
} from "@pismo/jmap";
import type { Caller } from "../../auth/authenticate.ts";
import { contactsCapability, mailCapability } from "../../methods/capabilities.ts";
import { joinStates } from "../../methods/all-accounts/members.ts";
import { followedTypes, type FollowedType } from "../../methods/all-accounts/remote/remote-members.ts";
import type { RemoteMembersService } from "../upstream/remote-members-service.ts";
import type { States } from "./states.ts";

/** undefined: there is none. Those whose mail is here come first. */
export const membersOf = ({ sessionId, accountIds, remoteIds }: Caller): readonly Id[] | undefined =>
  sessionId !== undefined && accountIds.length + remoteIds.length > 1 ? [...accountIds, ...remoteIds] : undefined;

const hasContacts = ({ accountCapabilities }: Account): boolean =>
  [accountCapabilities, (accountCapabilities[REMOTE_ACCOUNT] as RemoteAccountCapability)?.accountCapabilities].some(
    (capabilities) => capabilities?.[CONTACTS] !== undefined,
  );

/** As the session lists it. @param accounts the caller's */
export function mergedAccount(caller: Caller, accounts: Readonly<Record<Id, Account>>, maxSizeUpload: number) {
  const members = membersOf(caller)?.flatMap((id) => {
    const { name, accountCapabilities = {} } = accounts[id] ?? {};
    const hasMail = accountCapabilities[MAIL] ?? accountCapabilities[REMOTE_ACCOUNT];
    return name !== undefined && hasMail ? [{ id, name }] : [];
  });
  if (!members || members.length < 2) return {};
  const accountCapabilities = {
    [CORE]: {},
    [MAIL]: {
      ...mailCapability(maxSizeUpload),
      maxMailboxDepth: 1,
      emailQuerySortOptions: ["receivedAt", "relevance"],
      mayCreateTopLevelMailbox: false,
    },
    [CATEGORIES]: {},
    ...(members.some(({ id }) => hasContacts(accounts[id]!)) && {
      [CONTACTS]: { ...contactsCapability, mayCreateAddressBook: false } satisfies ContactsCapability,
    }),
    [FILES]: {},
    [NEWSLETTERS]: {},
    [EMAIL_TRANSFERS]: {},
    [REMOTE_IMAGES]: {},
    [UNSUBSCRIBE]: {},
    [PREFERENCES]: {},
    [MAILBOX_ROLES]: Object.fromEntries(Object.values(folderRoles).map((role) => [role, role])) satisfies MailboxRoles,
    [ALL_ACCOUNTS]: { members } satisfies AllAccountsCapability,
  };
  // Clients that know the capability have a name of their own for it.
  const name = members.map((member) => member.name).join(", ");
  const account: Account = { name, isPersonal: true, isReadOnly: false, accountCapabilities };
  return { [ALL_ACCOUNTS_ID]: account };
}

/** Types that the merged account has. */
const types: readonly StateType[] = ["Mailbox", "Thread", "Email", "EmailDelivery", "Preferences", "ContactCard"];

const isFollowed = (type: StateType): type is FollowedType => (followedTypes as readonly string[]).includes(type);

/** The states that the caller is told of: also those of the merged account, which are its members' together. */
export function withMerged(states: States, caller: Caller, remote: RemoteMembersService | undefined): States {
  const members = membersOf(caller)?.filter((id) => states[id] ?? caller.remoteIds.includes(id));
  if (!members) return states;
  const merged: States[Id] = {};
  for (const type of types) {
    // Of the other types servers elsewhere tell nothing here.
    const told = members.filter((id) => states[id] || isFollowed(type));
    const own = told.map(
      (id) => [id, states[id] ? states[id][type] : remote?.stateNow(id, type as FollowedType)] as const,
    );
    if (own.every((each): each is [Id, string] => each[1] !== undefined)) merged[type] = joinStates(own);
  }
  return { ...states, [ALL_ACCOUNTS_ID]: merged };
}

/** The account and the blob that a URL means: of the merged account, a member's. */
export function blobOfMember(accountId: Id, blobId: Id, caller: Caller): { accountId: Id; blobId: Id } {
  const member = accountId === ALL_ACCOUNTS_ID && membersOf(caller) ? memberOf(blobId) : undefined;
  return member ? { accountId: member.accountId, blobId: member.id } : { accountId, blobId };
}
