import type { Id } from "@pismo/jmap";
import type { FollowedType, RemoteMembers } from "../../methods/all-accounts/remote/remote-members.ts";

/** Accounts at other JMAP servers as members of the merged account. */
export interface RemoteMembersService {
  /** @param signal of the request */
  forRequest(ids: readonly Id[], signal: AbortSignal): RemoteMembers;
  /** As they are known now; AWAY: the server is, or has not been asked yet. */
  stateNow(accountId: Id, type: FollowedType): string;
  /** The account's id at its server; undefined: it has no mail there. */
  idThere(accountId: Id): Promise<Id | undefined>;
  /** Until the returned function is called. */
  follow(ids: readonly Id[], onChange: () => void): () => void;
}
