/**
 * Push over the event source (RFC 8620 §7.3), with reconnects. By fetch instead of the browser's EventSource: it sends
 * the client's headers, detects a dead connection, and runs outside browsers.
 */
import { expandUrl, type JmapClient } from "./client.ts";
import { createEventParser } from "./event-stream.ts";
import type { Id } from "../core/core.ts";
import type { StateChange } from "../core/push.ts";

export interface PushOptions {
  /** The types to receive; all by default. */
  types?: readonly string[];
  /** The account whose server is followed, where another one has its mail; otherwise the session's. */
  accountId?: Id | undefined;
  onChange: (change: StateChange) => void;
  /** The stream is open: changes from before it must be requested. */
  onOpen?: () => void;
  /** The stream broke or could not be opened; it is retried. */
  onBreak?: (error: unknown) => void;
  /** false where another part already checks the connection: the next attempt waits for `wake`. */
  mayTry?: () => boolean;
}

export interface Push {
  /** Connects at once, without the remaining pause. */
  wake: () => void;
  close: () => void;
}

const PING_SECONDS = 30;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/** Aborts a stream, or the request for it, that was not heard of for two and a half pings. */
function watchSilence(controller: AbortController): { heard: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => clearTimeout(timer);
  const heard = (): void => {
    end();
    timer = setTimeout(() => controller.abort(new TypeError("The event stream fell silent")), PING_SECONDS * 2500);
  };
  heard();
  return { heard, end };
}

/** Reads one stream until it ends; rejects where it breaks. */
async function readStream(response: Response, heard: () => void, take: (text: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new TypeError("The event stream has no body");
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    heard();
    take(chunk.value);
  }
}

/** Opens the stream, and reopens it with growing pauses after failures, until it is closed. */
export function openPush(
  client: JmapClient,
  { types = ["*"], accountId, onChange, onOpen, onBreak, mayTry }: PushOptions,
): Push {
  let isClosed = false;
  let lastEventId: string | undefined;
  let pause = FIRST_PAUSE_MS;
  let controller = new AbortController();
  let endPause: (() => void) | undefined;

  const take = createEventParser(({ event, data, id }) => {
    if (id !== "") lastEventId = id;
    if (event !== "state") return;
    onChange(JSON.parse(data) as StateChange);
  });

  const connect = async (): Promise<void> => {
    controller = new AbortController();
    const { signal } = controller;
    // RFC 8620 §7.3.
    const { eventSourceUrl } = await client.sessionOf(accountId);
    const variables = { types: types.join(","), closeafter: "no", ping: String(PING_SECONDS) };
    const headers = { accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) };
    const url = expandUrl(eventSourceUrl, variables);
    const silence = watchSilence(controller);
    try {
      const response = await client.respond(url, { headers, cache: "no-store", signal });
      pause = FIRST_PAUSE_MS;
      onOpen?.();
      silence.heard();
      await readStream(response, silence.heard, take);
    } finally {
      silence.end();
    }
  };

  const run = async (): Promise<void> => {
    for (;;) {
      try {
        await connect();
      } catch (error) {
        if (!isClosed) onBreak?.(error);
      }
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          if (mayTry?.() ?? true) resolve();
        }, pause);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endPause = undefined;
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  };
  void run();

  return {
    wake() {
      pause = FIRST_PAUSE_MS;
      endPause?.();
    },
    close() {
      isClosed = true;
      controller.abort();
      endPause?.();
    },
  };
}
