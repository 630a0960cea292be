/**
 * Cards of members at other servers (RFC 9610). A server tells its order and not by what keys: these are made of the cards,
 * from the first on, and kept for the next window.
 */
import {
  type ContactCard,
  type ContactCardFilterCondition,
  CONTACTS,
  type Filter,
  type Id,
  type Invocation,
  MethodError,
  type MethodArgs,
  type State,
} from "@pismo/jmap";
import { type CardPoint, type CardQuery, keysInOrder } from "../../../store/contacts/query-cards.ts";
import type { MergedCall } from "../members.ts";
import { askMember, remoteMember, resultOf, unlessAway } from "./ask.ts";
import { MemberAway, type RemoteMember } from "./remote-members.ts";

export interface CardsThere {
  state: State;
  points: readonly CardPoint[];
  total: number;
}

interface Known extends CardsThere {
  key: string;
  /** Of its list; some may have no point, because they were destroyed while it was read. */
  read: number;
}

/** A list that changes this often while it is read is not had: a server may give each answer another state. */
const MAX_RESTARTS = 3;

/** The list that was asked for last, by what lasts of its member. */
const lists = new WeakMap<object, Known>();

/** What cards are sorted by, and what is shown where they have no name. */
const properties = ["name", "nicknames", "organizations", "emails", "phones", "created", "updated"];

interface AskedCards extends CardQuery {
  filter: Filter<ContactCardFilterCondition> | null;
  /** How many are wanted, from the first on; null: all. */
  end: number | null;
}

/** By their accounts; null: the member is away. Those that have no contacts are left out. */
export async function cardsThere(asked: AskedCards, call: MergedCall): Promise<Map<Id, CardsThere | null>> {
  const found = await Promise.all(
    call.memberIds
      .filter((id) => !call.localIds.includes(id))
      .map(async (accountId): Promise<[Id, CardsThere | null | undefined]> => {
        const cards = await unlessAway(async () => {
          const member = await remoteMember(accountId, call);
          return { read: member?.has(CONTACTS) ? await readCards(member, asked) : undefined };
        });
        return [accountId, cards ? cards.read : null];
      }),
  );
  return new Map(found.flatMap(([accountId, cards]) => (cards === undefined ? [] : [[accountId, cards] as const])));
}

/** As many requests as the server needs. @throws MemberAway; MethodError unsupportedSort: by ours */
async function readCards(member: RemoteMember, { filter, sort, end }: AskedCards): Promise<CardsThere> {
  const key = JSON.stringify([filter, sort]);
  const before = lists.get(member.lasting);
  let known = before?.key === key ? before : undefined;
  for (let restarts = 0; ;) {
    const read = known?.read ?? 0;
    const wanted = Math.min(member.maxObjectsInGet, Math.max(1, (end ?? Infinity) - read));
    const { query, cards } = await readPage(member, { filter, sort, position: read, limit: wanted });
    const { queryState, ids, total = read + ids.length } = query;
    if (known && known.state !== queryState) {
      if (++restarts > MAX_RESTARTS) throw new MemberAway(member.accountId);
      known = undefined;
      continue;
    }
    const points = ids.flatMap((id): CardPoint[] => {
      const card = cards.get(id);
      return card ? [{ id, keys: keysInOrder(card, sort) }] : [];
    });
    known = { key, state: queryState, read: read + ids.length, points: [...(known?.points ?? []), ...points], total };
    lists.set(member.lasting, known);
    if (ids.length === 0 || known.read >= (end ?? Infinity)) return known;
  }
}

type PageArgs = Pick<AskedCards, "filter" | "sort"> & { position: number; limit: number };

/** A list that its server cannot make has none of its cards. @throws MemberAway */
async function readPage(member: RemoteMember, { filter, sort, position, limit }: PageArgs) {
  const ids = { resultOf: "q", name: "ContactCard/query", path: "/ids" };
  const calls: Invocation[] = [
    ["ContactCard/query", { filter, sort: sort ?? null, position, limit, calculateTotal: true }, "q"],
    ["ContactCard/get", { "#ids": ids, properties }, "g"],
  ];
  const answers = await member.ask(calls);
  try {
    const query = resultOf(member, "ContactCard/query", answers, "q");
    const { list } = resultOf(member, "ContactCard/get", answers, "g");
    return { query, cards: new Map(list.map((card) => [card.id!, card])) };
  } catch (error) {
    if (error instanceof MethodError) throw new MemberAway(member.accountId, { cause: error });
    throw error;
  }
}

/** With their pictures so many are less than an answer of a server may be. */
const WITH_PICTURES = 10;

/** @throws MemberAway, MethodError */
export async function getCardsThere(
  member: RemoteMember,
  { ids, properties: wanted }: Pick<MethodArgs<"ContactCard/get">, "properties"> & { ids: Id[] },
): Promise<{ list: Partial<ContactCard>[]; notFound: Id[] }> {
  if (!member.has(CONTACTS)) return { list: [], notFound: ids };
  const hasPictures = wanted?.includes("media") ?? true;
  const size = hasPictures ? Math.min(WITH_PICTURES, member.maxObjectsInGet) : member.maxObjectsInGet;
  const list: Partial<ContactCard>[] = [];
  const notFound: Id[] = [];
  for (let at = 0; at < ids.length; at += size) {
    const some = { ids: ids.slice(at, at + size), properties: wanted ?? null };
    const found = await askMember(member, "ContactCard/get", some);
    list.push(...found.list);
    notFound.push(...found.notFound);
  }
  return { list, notFound };
}
