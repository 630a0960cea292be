/** Mailboxes of the merged account: one for each role, which is its id. Those without a role are found by search alone. */
import {
  folderRoles,
  type Id,
  idOfMember,
  type Mailbox,
  type MailboxRights,
  type MailboxRoles,
  memberOf,
} from "@pismo/jmap";
import { getMailboxes, mailboxRolesOf } from "../../store/mail/mailboxes.ts";
import type { Reader } from "../../store/db/store.ts";
import type { MergedCall } from "./members.ts";
import { remoteMember, unlessAway } from "./remote/ask.ts";

const roles: ReadonlySet<string> = new Set(Object.values(folderRoles));

/** All that there may be. */
export const mailboxNames: readonly Id[] = Object.values(folderRoles);

/** No mailbox has it: of a member without the mailbox that a filter names, no Email matches. */
const NO_MAILBOX: Id = "m0";

export class MergedMailboxes {
  readonly #idsByRole: ReadonlyMap<Id, MailboxRoles>;
  /** Role by account and mailbox: ids of other servers may be equal. */
  readonly #roles = new Map<Id, string>();

  constructor(idsByRole: ReadonlyMap<Id, MailboxRoles>) {
    this.#idsByRole = idsByRole;
    for (const [accountId, ids] of idsByRole) {
      for (const [role, id] of Object.entries(ids))
        if (roles.has(role)) this.#roles.set(idOfMember(accountId, id), role);
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
    return this.#roles.get(id) ?? id;
  }

  /** The member's mailbox of that name; undefined: it has none. */
  ownOf(accountId: Id, name: Id): Id | undefined {
    const member = memberOf(name);
    if (member) return member.accountId === accountId ? member.id : undefined;
    return roles.has(name) ? this.#idsByRole.get(accountId)?.[name] : undefined;
  }

  /** The same in a filter. */
  searchedIn(accountId: Id, name: Id): Id {
    return this.ownOf(accountId, name) ?? NO_MAILBOX;
  }

  /** By role, which is also the id. */
  get names(): Id[] {
    const present = new Set(this.#roles.values());
    return [...roles].filter((role) => present.has(role));
  }

  /** Those of an account that are part of one here. */
  idsIn(accountId: Id): Id[] {
    const ids = Object.entries(this.#idsByRole.get(accountId) ?? {});
    return ids.flatMap(([role, id]) => (roles.has(role) ? [id] : []));
  }

  /** @param remote those of members at other servers */
  async list(reader: Reader, localIds: readonly Id[], remote: readonly Mailbox[]): Promise<Mailbox[]> {
    const all: Mailbox[] = [];
    for (const accountId of localIds) all.push(...(await getMailboxes(reader, accountId, this.idsIn(accountId))));
    all.push(...remote);
    return this.names.map((name) =>
      together(
        name,
        all.filter(({ role }) => role === name),
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
const rightsOf = (all: readonly Mailbox[]): MailboxRights => {
  const some = (right: keyof MailboxRights): boolean => all.some(({ myRights }) => myRights[right]);
  return {
    mayReadItems: some("mayReadItems"),
    mayAddItems: some("mayAddItems"),
    mayRemoveItems: some("mayRemoveItems"),
    maySetSeen: some("maySetSeen"),
    maySetKeywords: some("maySetKeywords"),
    mayCreateChild: false,
    mayRename: false,
    mayDelete: false,
    maySubmit: false,
  };
};

function together(role: string, all: readonly Mailbox[]): Mailbox {
  const [{ name, sortOrder }] = all as [Mailbox, ...Mailbox[]];
  return {
    id: role,
    name,
    parentId: null,
    role,
    sortOrder,
    totalEmails: sumOf(all, ({ totalEmails }) => totalEmails),
    unreadEmails: sumOf(all, ({ unreadEmails }) => unreadEmails),
    totalThreads: sumOf(all, ({ totalThreads }) => totalThreads),
    unreadThreads: sumOf(all, ({ unreadThreads }) => unreadThreads),
    myRights: rightsOf(all),
    isSubscribed: true,
  };
}
