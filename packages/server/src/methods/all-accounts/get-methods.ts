/** Methods that read records by ids: each member is asked for its own, and answers as ever. */
import {
  type EmailGetArgs,
  type File,
  type GetArgs,
  type GetResult,
  type Id,
  idOfMember,
  MethodError,
  type MethodArgs,
  type MethodResult,
  type SearchSnippetGetArgs,
  type SearchSnippetGetResult,
  type StateType,
} from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
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
import { joinStates, type MergedCall, splitIds } from "./members.ts";

interface Listed<T> {
  list: T[];
  notFound: Id[] | null;
}

/** What the members answer, one list of all, in the order of `ids`. */
async function ofMembers<T extends { id?: Id }>(
  ids: readonly Id[],
  call: MergedCall,
  ask: (accountId: Id, own: Id[]) => Promise<Listed<T>>,
  rename: (accountId: Id, record: T) => T,
): Promise<{ list: T[]; notFound: Id[] }> {
  assertGetSize(ids.length, call);
  const { own, notFound } = splitIds(ids, call);
  const answers = await Promise.all(
    [...own].map(async ([accountId, each]) => ({ accountId, ...(await ask(accountId, each)) })),
  );
  const places = new Map(ids.map((id, index) => [id, index]));
  const list = answers.flatMap(({ accountId, list: found }) => found.map((record) => rename(accountId, record)));
  const missing = answers.flatMap(({ accountId, notFound: none }) =>
    (none ?? []).map((id) => idOfMember(accountId, id)),
  );
  return {
    list: list.sort((one, other) => (places.get(one.id ?? "") ?? 0) - (places.get(other.id ?? "") ?? 0)),
    notFound: [...notFound, ...missing],
  };
}

const renamed = <T extends { id?: Id }>(accountId: Id, record: T): T => ({
  ...record,
  ...(record.id !== undefined && { id: idOfMember(accountId, record.id) }),
});

/** Before the records, so that a change in between is told again. */
const stateBefore = (type: StateType, { context, memberIds }: MergedCall): Promise<string> =>
  context.store.read(async (reader) => {
    const states: [Id, string][] = [];
    for (const accountId of memberIds) states.push([accountId, await stateOf(reader, accountId, type)]);
    return joinStates(states);
  });

/** @throws MethodError requestTooLarge: all mail of all accounts */
function idsOf({ ids }: GetArgs): Id[] {
  if (!ids) throw new MethodError("requestTooLarge", "All records of several accounts are too many");
  return ids;
}

type GetOf<T> = (args: GetArgs, call: Call) => Promise<GetResult<T> | RawJson<GetResult<T>>>;

const getRecords =
  <T extends { id?: Id }>(type: StateType, get: GetOf<T>, rename: (accountId: Id, record: T) => T) =>
  async (args: GetArgs, call: MergedCall): Promise<GetResult<T>> => {
    const state = await stateBefore(type, call);
    const ask = async (accountId: Id, ids: Id[]) => valueOf(await get({ ...args, accountId, ids }, call));
    return { accountId: args.accountId, state, ...(await ofMembers(idsOf(args), call, ask, rename)) };
  };

export const getThreadsOfAll = getRecords("Thread", threadGet.run, threadOfMember);
export const getCategoriesOfAll = getRecords("Email", categoryGet.run as GetOf<{ id?: Id }>, renamed);

const fileOfMember = (accountId: Id, file: Partial<File>): Partial<File> => {
  const named: Partial<File> = { ...file };
  for (const property of ["id", "emailId", "blobId"] as const) {
    const id = file[property];
    if (id !== undefined) named[property] = idOfMember(accountId, id);
  }
  return named;
};

/** Their state is that of Email. */
export const getFilesOfAll = getRecords("Email", fileGet.run, fileOfMember);

export async function getEmailsOfAll(args: EmailGetArgs, call: MergedCall): Promise<MethodResult<"Email/get">> {
  const mailboxes = await call.context.store.read((reader) => MergedMailboxes.read(reader, call.memberIds));
  return getRecords("Email", emailGet.run, (accountId, email) => emailOfMember(accountId, email, mailboxes))(
    args,
    call,
  );
}

export const getOneClickOfAll = async (args: MethodArgs<"OneClick/get">, call: MergedCall) => {
  const ask = async (accountId: Id, ids: Id[]) => valueOf(await oneClickGet.run({ accountId, ids }, call));
  return { accountId: args.accountId, ...(await ofMembers(args.ids, call, ask, renamed)) };
};

export const getTrustOfAll = async (args: MethodArgs<"SenderTrust/get">, call: MergedCall) => {
  const ask = async (accountId: Id, ids: Id[]) => valueOf(await trustGet.run({ accountId, ids }, call));
  return { accountId: args.accountId, ...(await ofMembers(args.ids, call, ask, renamed)) };
};

export async function getSnippetsOfAll(
  { accountId, filter, emailIds }: SearchSnippetGetArgs,
  call: MergedCall,
): Promise<SearchSnippetGetResult> {
  const mailboxes = await call.context.store.read((reader) => MergedMailboxes.read(reader, call.memberIds));
  const ask = async (member: Id, own: Id[]) => {
    const asked = { accountId: member, filter: filterOfMember(filter, member, mailboxes), emailIds: own };
    const { list, notFound } = valueOf(await snippetGet.run(asked, call));
    return { list: list.map((snippet) => ({ id: snippet.emailId, snippet })), notFound };
  };
  const { list, notFound } = await ofMembers(emailIds, call, ask, renamed);
  return {
    accountId,
    list: list.map(({ id, snippet }) => ({ ...snippet, emailId: id })),
    notFound: notFound.length > 0 ? notFound : null,
  };
}
