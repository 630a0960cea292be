/** A client that is told of changes by EventSource, as the page is: after a break it reads the states again. */
import type { Id, StateChange } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Person, Stop } from "./writers.ts";

export interface PushReader {
  /** The state of Email that it knows of; undefined while it is not connected. */
  emailState(): string | undefined;
  close(): Promise<void>;
}

export function startReader({ url }: Cluster, token: string, { client, accountId }: Person, stop: Stop): PushReader {
  const ending = new AbortController();
  let state: string | undefined;

  async function listen(): Promise<void> {
    const response = await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=5`, {
      headers: { authorization: `Bearer ${token}` },
      signal: ending.signal,
    });
    state = (await client().call("Email/get", { accountId, ids: [] })).state;
    let text = "";
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const events = text.split("\n\n");
      text = events.pop()!;
      for (const event of events) state = emailStateIn(event, accountId) ?? state;
    }
  }

  const running = (async () => {
    while (!ending.signal.aborted) {
      await listen().catch(() => {});
      state = undefined;
      if (!stop.isStopped) await sleep(200);
    }
  })();
  return {
    emailState: () => state,
    async close() {
      ending.abort();
      await running;
    },
  };
}

function emailStateIn(event: string, accountId: Id): string | undefined {
  const data = /^data: (.*)$/m.exec(event)?.[1];
  if (!/^event: state$/m.test(event) || data === undefined) return undefined;
  return (JSON.parse(data) as StateChange).changed[accountId]?.Email;
}
