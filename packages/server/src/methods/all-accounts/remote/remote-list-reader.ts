/** One list of a member at another server: windows of it, and places in it, by what RFC 8621 has. */
import {
  type EmailFilterCondition,
  type EmailQueryArgs,
  type Filter,
  type Id,
  type Invocation,
  MethodError,
  type QueryResult,
  type State,
  utcDateOf,
} from "@pismo/jmap";
import type { EmailQueryChangesResult } from "../../../store/query/email-query-changes.ts";
import type { ListPoint } from "../../../store/query/email-ranks.ts";
import type { ListReader, MemberList, MemberRow, MemberRows } from "../list-reader.ts";
import { askMember, resultOf } from "./ask.ts";
import { MemberAway, type RemoteMember } from "./remote-members.ts";

export interface RemoteList {
  member: RemoteMember;
  /** "none": no Email matches, and the server is not asked. */
  filter: Filter<EmailFilterCondition> | null | "none";
  query: Pick<EmailQueryArgs, "sort" | "collapseThreads">;
  isAscending: boolean;
  /** Of its points: see firstInList. */
  key: number;
}

type Window = Parameters<ListReader["rows"]>[1];

/** Stands for the state of a list that is empty whatever happens there. */
const NONE: State = "none";
const SECOND_MS = 1000;

const toSecond = (receivedAt: string): number => Math.floor(Date.parse(receivedAt) / SECOND_MS) * SECOND_MS;

export class RemoteListReader implements Pick<ListReader, "rows" | "ranks" | "changes" | "points"> {
  readonly #list: RemoteList;

  constructor(list: RemoteList) {
    this.#list = list;
  }

  /** As many requests as the server needs for a window. @throws MemberAway; MethodError anchorNotFound */
  async rows(_: MemberList, window: Window): Promise<MemberRows> {
    const { member, filter } = this.#list;
    const limit = window.limit ?? null;
    if (filter === "none") {
      if (window.anchor) throw new MethodError("anchorNotFound");
      return { queryState: NONE, rows: [], position: window.position ?? 0, ...(window.calculateTotal && { total: 0 }) };
    }
    const rows: MemberRow[] = [];
    let found: QueryResult | undefined;
    for (;;) {
      const wanted = limit === null ? member.maxObjectsInGet : limit - rows.length;
      const asked = Math.min(Math.max(1, wanted), member.maxObjectsInGet);
      const place = found ? { position: found.position + rows.length } : window;
      const next = await this.#page(filter, { ...place, limit: asked, calculateTotal: window.calculateTotal ?? false });
      found ??= next.result;
      rows.push(...next.rows);
      if (next.result.ids.length === 0 || (limit !== null && rows.length >= limit)) break;
    }
    const { queryState, position, total } = found;
    return {
      queryState,
      position,
      rows: limit === null ? rows : rows.slice(0, limit),
      ...(total !== undefined && { total }),
    };
  }

  async #page(
    filter: Filter<EmailFilterCondition> | null,
    { anchor, position, limit, calculateTotal }: Window,
  ): Promise<{ result: QueryResult; rows: MemberRow[] }> {
    const { member, query, key } = this.#list;
    const place = anchor ? { anchor } : { position: position ?? 0 };
    const calls: Invocation[] = [
      ["Email/query", { filter, ...query, ...place, limit, calculateTotal }, "q"],
      ["Email/get", { "#ids": { resultOf: "q", name: "Email/query", path: "/ids" }, properties: ["receivedAt"] }, "g"],
    ];
    const answers = await member.ask(calls);
    const result = this.#resultOf("Email/query", answers, "q");
    const { list } = this.#resultOf("Email/get", answers, "g");
    const dates = new Map(list.map(({ id = "", receivedAt = "" }) => [id, toSecond(receivedAt)]));
    // One that was destroyed between the two has no date: it is told with the next changes.
    const rows = result.ids.flatMap((emailId): MemberRow[] => {
      const received = dates.get(emailId);
      return received === undefined ? [] : [{ id: key, received, emailId }];
    });
    return { result, rows };
  }

  /** By counting what the server has after or before that moment. */
  async ranks(_: MemberList, points: readonly ListPoint[]): Promise<number[]> {
    const { filter } = this.#list;
    if (filter === "none" || points.length === 0) return points.map(() => 0);
    return Promise.all(points.map((point) => this.#rankOf(point, filter)));
  }

  async #rankOf(point: ListPoint, filter: Filter<EmailFilterCondition> | null): Promise<number> {
    const { member, query, isAscending, key } = this.#list;
    // Of equal moments the higher key comes first in lists that descend.
    const isFirstOfEqual = key > point.id;
    const bound = utcDateOf(point.received + (isFirstOfEqual ? 0 : SECOND_MS));
    const before: EmailFilterCondition = isAscending ? { before: bound } : { after: bound };
    const asked = filter ? { operator: "AND" as const, conditions: [filter, before] } : before;
    const args = { filter: asked, ...query, limit: 1, calculateTotal: true };
    const answers = await member.ask([["Email/query", args, "q"]]);
    return this.#resultOf("Email/query", answers, "q").total ?? 0;
  }

  async changes(
    _: MemberList,
    sinceQueryState: State,
    maxChanges: number | null,
    calculateTotal: boolean,
  ): Promise<EmailQueryChangesResult> {
    const { member, filter, query } = this.#list;
    if (filter === "none")
      return {
        oldQueryState: sinceQueryState,
        newQueryState: NONE,
        removed: [],
        added: [],
        ...(calculateTotal && { total: 0 }),
      };
    const asked = { filter, ...query, sinceQueryState, calculateTotal, ...(maxChanges !== null && { maxChanges }) };
    const { newQueryState, removed, added, total } = await askMember(member, "Email/queryChanges", asked);
    return { oldQueryState: sinceQueryState, newQueryState, removed, added, ...(total !== undefined && { total }) };
  }

  async points(_: MemberList, ids: readonly Id[]): Promise<ReadonlyMap<Id, ListPoint>> {
    const { member, key } = this.#list;
    const points = new Map<Id, ListPoint>();
    for (let at = 0; at < ids.length; at += member.maxObjectsInGet) {
      const some = ids.slice(at, at + member.maxObjectsInGet);
      const { list } = await askMember(member, "Email/get", { ids: some, properties: ["receivedAt"] });
      for (const { id = "", receivedAt = "" } of list) points.set(id, { id: key, received: toSecond(receivedAt) });
    }
    return points;
  }

  /** A list that its server cannot make has none of its letters. @throws MemberAway; MethodError anchorNotFound */
  #resultOf<N extends "Email/query" | "Email/get">(name: N, answers: readonly Invocation[], callId: string) {
    const { member } = this.#list;
    try {
      return resultOf(member, name, answers, callId);
    } catch (error) {
      if (error instanceof MethodError && error.type === "anchorNotFound") throw error;
      throw new MemberAway(member.accountId, { cause: error });
    }
  }
}
