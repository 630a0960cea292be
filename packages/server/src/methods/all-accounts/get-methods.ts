/** Methods that read records by ids: each member is asked for its own, and answers as ever. */
import {
  type EmailGetArgs,
  type File,
  type GetArgs,
  type GetResult,
  type Id,
  idOfMember,
  CATEGORIES,
  MethodError,
  type MethodArgs,
  type MethodResult,
  type SearchSnippetGetArgs,
  type SearchSnippetGetResult,
} from "@pismo/jmap";
import type { Call } from "../context.ts";
import { get as emailGet } from "../email/get.ts";
import { get as categoryGet } from "../email-category/get.ts";
import { get as fileGet } from "../file/get.ts";
import { get as oneClickGet } from "../one-click/get.ts";
import { type RawJson, valueOf } from "../raw-json.ts";
import { get as snippetGet } from "../search-snippet/get.ts";
import { get as trustGet } from "../sender-trust/get.ts";
import { assertGetSize } from "../standard/get.ts";
import { get as threadGet } from "../thread/get.ts";
import { emailOfMember, threadOfMember } from "./email-objects.ts";
import { filterOfMember } from "./filter.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import { joinStates, type MergedCall, splitIds, statesOfMembers } from "./members.ts";
import { askMember, remoteMember, unlessAway } from "./remote/ask.ts";
import { getFilesThere } from "./remote/files/get-files.ts";
import { getRemotely, withHeaders } from "./remote/get.ts";
import { filterForRemote } from "./remote/remote-filter.ts";
import { AWAY, type FollowedType, type RemoteMember } from "./remote/remote-members.ts";

interface Listed<T> {
  list: T[];
  notFound: Id[] | null;
}

/**
 * What the members answer, one list of all, in the order of `ids`.
 * @param ask undefined: the member is away
 * @throws MethodError serverUnavailable: all that have what is asked for are away
 */
async function ofMembers<T extends { id?: Id }>(
  ids: readonly Id[],
  call: MergedCall,
  ask: (accountId: Id, own: Id[]) => Promise<Listed<T> | undefined>,
  rename: (accountId: Id, record: T) => T,
): Promise<{ list: T[]; notFound: Id[] }> {
  assertGetSize(ids.length, call);
  const { own, notFound } = splitIds(ids, call);
  const asked = await Promise.all(
    [...own].map(async ([accountId, each]) => ({ accountId, each, found: await ask(accountId, each) })),
  );
  if (asked.length > 0 && asked.every(({ found }) => !found)) throw new MethodError("serverUnavailable");
  const answers = asked.map(({ accountId, each, found }) => {
    const { list, notFound: none } = found ?? { list: [], notFound: each };
    return { accountId, list, none };
  });
  const places = new Map(ids.map((id, index) => [id, index]));
  const list = answers.flatMap(({ accountId, list: found }) => found.map((record) => rename(accountId, record)));
  const missing = answers.flatMap(({ accountId, none }) => (none ?? []).map((id) => idOfMember(accountId, id)));
  return {
    list: list.sort((one, other) => (places.get(one.id ?? "") ?? 0) - (places.get(other.id ?? "") ?? 0)),
    notFound: [...notFound, ...missing],
  };
}

export const renamed = <T extends { id?: Id }>(accountId: Id, record: T): T => ({
  ...record,
  ...(record.id !== undefined && { id: idOfMember(accountId, record.id) }),
});

/** @throws MethodError requestTooLarge: all mail of all accounts */
function idsOf({ ids }: GetArgs): Id[] {
  if (!ids) throw new MethodError("requestTooLarge", "All records of several accounts are too many");
  return ids;
}

type GetOf<T> = (args: GetArgs, call: Call) => Promise<GetResult<T> | RawJson<GetResult<T>>>;
type RemoteGet<T> = (member: RemoteMember, args: GetArgs & { ids: Id[] }) => Promise<Listed<T> & { state?: string }>;

/** The states are from before the records, so that a change in between is told again. */
export const getRecords =
  <T extends { id?: Id }>(
    type: FollowedType,
    get: GetOf<T>,
    getThere: RemoteGet<T>,
    rename: (accountId: Id, record: T) => T,
  ) =>
  async (args: GetArgs, call: MergedCall): Promise<GetResult<T>> => {
    const states = await statesOfMembers(type, call);
    const ask = async (accountId: Id, ids: Id[]): Promise<Listed<T> | undefined> => {
      if (call.localIds.includes(accountId)) return valueOf(await get({ ...args, accountId, ids }, call));
      const found = await unlessAway(async () => {
        const member = await remoteMember(accountId, call);
        return member && getThere(member, { ...args, accountId, ids });
      });
      if (!found) states.set(accountId, AWAY);
      return found;
    };
    const found = await ofMembers(idsOf(args), call, ask, rename);
    return { accountId: args.accountId, state: joinStates([...states]), ...found };
  };

export const getThreadsOfAll = getRecords("Thread", threadGet.run, getRemotely("Thread/get"), threadOfMember);
export const getCategoriesOfAll = getRecords(
  "Email",
  categoryGet.run as GetOf<{ id?: Id }>,
  async (member, args) =>
    member.has(CATEGORIES) ? getRemotely("EmailCategory/get")(member, args) : { list: [], notFound: args.ids },
  renamed,
);

const fileOfMember = (accountId: Id, file: Partial<File>): Partial<File> => {
  const named: Partial<File> = { ...file };
  for (const property of ["id", "emailId", "blobId"] as const) {
    const id = file[property];
    if (id !== undefined) named[property] = idOfMember(accountId, id);
  }
  return named;
};

/** Their state is that of Email. */
export const getFilesOfAll = getRecords<Partial<File>>("Email", fileGet.run, getFilesThere, fileOfMember);

export async function getEmailsOfAll(args: EmailGetArgs, call: MergedCall): Promise<MethodResult<"Email/get">> {
  const mailboxes = await MergedMailboxes.ofCall(call);
  return getRecords("Email", emailGet.run, getRemotely("Email/get"), (accountId, email) =>
    emailOfMember(accountId, email, mailboxes),
  )(args, call);
}

/** For methods of ours about an Email, whose header fields another server gives. */
const ofEmailsAnywhere =
  <T extends { id?: Id }>(run: (accountId: Id, ids: Id[], call: Call) => Promise<Listed<T>>, call: MergedCall) =>
  async (accountId: Id, ids: Id[]): Promise<Listed<T> | undefined> => {
    if (call.localIds.includes(accountId)) return run(accountId, ids, call);
    return unlessAway(async () => {
      const member = await remoteMember(accountId, call);
      return member && run(accountId, ids, await withHeaders(member, ids, call));
    });
  };

export const getOneClickOfAll = async (args: MethodArgs<"OneClick/get">, call: MergedCall) => {
  const ask = ofEmailsAnywhere(
    async (accountId, ids, own) => valueOf(await oneClickGet.run({ accountId, ids }, own)),
    call,
  );
  return { accountId: args.accountId, ...(await ofMembers(args.ids, call, ask, renamed)) };
};

export const getTrustOfAll = async (args: MethodArgs<"SenderTrust/get">, call: MergedCall) => {
  const ask = ofEmailsAnywhere(
    async (accountId, ids, own) => valueOf(await trustGet.run({ accountId, ids }, own)),
    call,
  );
  return { accountId: args.accountId, ...(await ofMembers(args.ids, call, ask, renamed)) };
};

export async function getSnippetsOfAll(
  { accountId, filter, emailIds }: SearchSnippetGetArgs,
  call: MergedCall,
): Promise<SearchSnippetGetResult> {
  const mailboxes = await MergedMailboxes.ofCall(call);
  const ask = async (member: Id, own: Id[]) => {
    const result = call.localIds.includes(member)
      ? valueOf(
          await snippetGet.run(
            { accountId: member, filter: filterOfMember(filter, member, mailboxes), emailIds: own },
            call,
          ),
        )
      : await snippetsThere(member, own);
    return (
      result && { list: result.list.map((snippet) => ({ id: snippet.emailId, snippet })), notFound: result.notFound }
    );
  };
  const snippetsThere = (accountIdThere: Id, own: Id[]) =>
    unlessAway(async () => {
      const member = await remoteMember(accountIdThere, call);
      const asked = member && filterForRemote(filter, member, mailboxes);
      if (!member || asked === "none") return { list: [], notFound: own };
      return askMember(member, "SearchSnippet/get", { filter: asked ?? null, emailIds: own });
    });
  const { list, notFound } = await ofMembers(emailIds, call, ask, renamed);
  return {
    accountId,
    list: list.map(({ id, snippet }) => ({ ...snippet, emailId: id })),
    notFound: notFound.length > 0 ? notFound : null,
  };
}
