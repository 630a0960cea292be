import { type Id, JmapClient, openPush, type State, type StateType } from "@pismo/jmap";
import { expect } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { TestServer } from "./server.ts";

export interface PushListener {
  /** The state that was pushed last; undefined before the first. */
  state(): State | undefined;
  close(): void;
}

/** A client that listens for changes of one type in one account; resolves once its stream is open. */
export async function listenFor(server: TestServer, accountId: Id, type: StateType): Promise<PushListener> {
  const client = new JmapClient({
    sessionUrl: `${await server.listen()}/.well-known/jmap`,
    headers: { authorization: `Bearer ${server.token}` },
  });
  let state: State | undefined;
  let isOpen = false;
  const push = openPush(client, {
    types: [type],
    onChange: ({ changed }) => (state = changed[accountId]?.[type] ?? state),
    onOpen: () => (isOpen = true),
  });
  await eventually(() => expect(isOpen).toBe(true));
  return { state: () => state, close: () => push.close() };
}
