/**
 * Mailboxes of the merged account: one for each role, which is its id, and one of what is snoozed. All others are found by
 * search alone.
 */
import {
  folderRoles,
  type Id,
  idOfMember,
  type Mailbox,
  type MailboxRights,
  type MailboxRoles,
  memberOf,
  SNOOZED_ROLE,
} from "@pismo/jmap";
import { getMailboxes, mailboxRolesOf } from "../../store/mail/mailboxes.ts";
import type { Reader } from "../../store/db/store.ts";
import type { MergedCall } from "./members.ts";
import { remoteMember, unlessAway } from "./remote/ask.ts";

/** Its role is the address of a page that leads to it (web/app/routes.tsx). */
const SNOOZED: Id = "away";

const rolesByName: ReadonlyMap<Id, string> = new Map([
  ...Object.values(folderRoles).map((role): [Id, string] => [role, role]),
  [SNOOZED, SNOOZED_ROLE],
]);
const namesByRole: ReadonlyMap<string, Id> = new Map(Array.from(rolesByName, ([name, role]) => [role, name]));

/** All that there may be. */
export const mailboxNames: readonly Id[] = [...rolesByName.keys()];

/** No mailbox has it: of a member without the mailbox that a filter names, no Email matches. */
export const NO_MAILBOX: Id = "m0";

export class MergedMailboxes {
  readonly #idsByRole: ReadonlyMap<Id, MailboxRoles>;
  /** Name by account and mailbox: ids of other servers may be equal. */
  readonly #names = new Map<Id, Id>();

  constructor(idsByRole: ReadonlyMap<Id, MailboxRoles>) {
    this.#idsByRole = idsByRole;
    for (const [accountId, ids] of idsByRole) {
      for (const [role, id] of Object.entries(ids)) {
        const name = namesByRole.get(role);
        if (name !== undefined) this.#names.set(idOfMember(accountId, id), name);
      }
    }
  }

  /** @param remote what other servers have said of theirs (remoteRoles) */
  static async read(
    reader: Reader,
    localIds: readonly Id[],
    remote: ReadonlyMap<Id, MailboxRoles> = new Map(),
  ): Promise<MergedMailboxes> {
    const idsByRole = new Map<Id, MailboxRoles>();
    for (const accountId of localIds) idsByRole.set(accountId, await mailboxRolesOf(reader, accountId));
    for (const [accountId, ids] of remote) idsByRole.set(accountId, ids);
    return new MergedMailboxes(idsByRole);
  }

  static async ofCall(call: MergedCall): Promise<MergedMailboxes> {
    const remote = await remoteRoles(call);
    return call.context.store.read((reader) => MergedMailboxes.read(reader, call.localIds, remote));
  }

  /** As the merged account names a member's mailbox. */
  nameOf(accountId: Id, mailboxId: Id): Id {
    const id = idOfMember(accountId, mailboxId);
    return this.#names.get(id) ?? id;
  }

  /** The member's mailbox of that name; undefined: it has none. */
  ownOf(accountId: Id, name: Id): Id | undefined {
    const member = memberOf(name);
    if (member) return member.accountId === accountId ? member.id : undefined;
    const role = rolesByName.get(name);
    return role === undefined ? undefined : this.#idsByRole.get(accountId)?.[role];
  }

  /** The same in a filter. */
  searchedIn(accountId: Id, name: Id): Id {
    return this.ownOf(accountId, name) ?? NO_MAILBOX;
  }

  /** Of those that a member has. */
  get names(): Id[] {
    const present = new Set(this.#names.values());
    return mailboxNames.filter((name) => present.has(name));
  }

  /** Those of an account that are part of one here. */
  idsIn(accountId: Id): Id[] {
    const ids = Object.entries(this.#idsByRole.get(accountId) ?? {});
    return ids.flatMap(([role, id]) => (namesByRole.has(role) ? [id] : []));
  }

  /** @param remote those of members at other servers */
  async list(reader: Reader, localIds: readonly Id[], remote: readonly Mailbox[]): Promise<Mailbox[]> {
    const all: Mailbox[] = [];
    for (const accountId of localIds) all.push(...(await getMailboxes(reader, accountId, this.idsIn(accountId))));
    all.push(...remote);
    return this.names.map((name) =>
      together(
        name,
        all.filter(({ role }) => role === rolesByName.get(name)),
      ),
    );
  }
}

/** Without those that are away. */
export async function remoteRoles(call: MergedCall): Promise<Map<Id, MailboxRoles>> {
  const ids = call.memberIds.filter((id) => !call.localIds.includes(id));
  const all = await Promise.all(
    ids.map(async (accountId) => {
      const found = await unlessAway(async () => (await remoteMember(accountId, call))?.roles());
      return found ? [[accountId, found] as const] : [];
    }),
  );
  return new Map(all.flat());
}

const sumOf = (all: readonly Mailbox[], count: (mailbox: Mailbox) => number): number =>
  all.reduce((sum, mailbox) => sum + count(mailbox), 0);

/** Folders are made, renamed and removed in their accounts. Whether one Email may be changed, its account says. */
const rightsOf = (role: string | null, all: readonly Mailbox[]): MailboxRights => {
  const some = (right: keyof MailboxRights): boolean => all.some(({ myRights }) => myRights[right]);
  return {
    mayReadItems: some("mayReadItems"),
    // What is put off gets there, and a member that has put nothing off has no such mailbox.
    mayAddItems: role !== SNOOZED_ROLE && some("mayAddItems"),
    mayRemoveItems: some("mayRemoveItems"),
    maySetSeen: some("maySetSeen"),
    maySetKeywords: some("maySetKeywords"),
    mayCreateChild: false,
    mayRename: false,
    mayDelete: false,
    maySubmit: false,
  };
};

function together(id: Id, all: readonly Mailbox[]): Mailbox {
  const [{ name, role, sortOrder }] = all as [Mailbox, ...Mailbox[]];
  return {
    id,
    name,
    parentId: null,
    role,
    sortOrder,
    totalEmails: sumOf(all, ({ totalEmails }) => totalEmails),
    unreadEmails: sumOf(all, ({ unreadEmails }) => unreadEmails),
    totalThreads: sumOf(all, ({ totalThreads }) => totalThreads),
    unreadThreads: sumOf(all, ({ unreadThreads }) => unreadThreads),
    myRights: rightsOf(role, all),
    isSubscribed: true,
  };
}
