/** Members whose mail lies with other JMAP servers (docs/decisions/0065-all-accounts.md). */
import type { EmailHeader, Id, Invocation, MailboxRoles, State } from "@pismo/jmap";

/** The types whose states a server tells: of its mail, and of contacts where it has them. */
export const followedTypes = ["Mailbox", "Thread", "Email", "ContactCard"] as const;
export type FollowedType = (typeof followedTypes)[number];

/** The server of a member does not answer in time, or not with what was asked for: the others go on without it. */
export class MemberAway extends Error {
  override readonly name = "MemberAway";
  readonly accountId: Id;

  constructor(accountId: Id, options?: ErrorOptions) {
    super(`The server of ${accountId} is away`, options);
    this.accountId = accountId;
  }
}

/** Stands in the place of a state while a member is away. No server's state is empty here (members.ts). */
export const AWAY: State = "";

export interface RemoteMember {
  accountId: Id;
  /**
   * Asks its server, which gets its own name for the account.
   * @param calls without `accountId`; back references may be among them
   * @returns the answers, of which any may be an error
   * @throws MemberAway
   */
  ask(calls: readonly Invocation[]): Promise<Invocation[]>;
  /** The mailboxes that have a role. @throws MemberAway */
  roles(): Promise<MailboxRoles>;
  /** As it was told last, so that what happened since is still to be told; AWAY: the member is, or has none of it. */
  state(type: FollowedType): Promise<State>;
  has(capability: string): boolean;
  /** Whether it offers to sort Emails by it (RFC 8621 §1.3.1). */
  sortsBy(property: string): boolean;
  readonly maxObjectsInGet: number;
  readonly maxObjectsInSet: number;
  /** Of the server that received the Emails. */
  readonly host: string;
  /** The same for all requests while pages ask: what is known beyond one of them is kept by it. */
  readonly lasting: object;
  /** The same member, for work that goes on when the request is over. */
  inBackground(): RemoteMember;
}

export interface RemoteMembers {
  readonly ids: readonly Id[];
  /** @throws MemberAway it is known to be away, or has no mail */
  get(accountId: Id): Promise<RemoteMember>;
}

export type FetchedHeaders = { fields: ReadonlyMap<Id, EmailHeader[]>; mailServer: string };
