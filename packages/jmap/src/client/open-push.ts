/**
 * Push over the event source (RFC 8620 §7.3), kept open. By fetch instead of the browser's EventSource: it sends the
 * client's headers, notices a connection that died without a word, and runs outside browsers.
 */
import type { JmapClient } from "./client.ts";
import { createEventParser } from "./event-stream.ts";
import type { StateChange } from "../core/push.ts";

export interface PushOptions {
  /** Types to hear of; all when not given. */
  types?: readonly string[];
  onChange: (change: StateChange) => void;
  /** The stream stands: what happened while it did not has to be asked for. */
  onOpen?: () => void;
  /** The stream broke or could not be opened; it is tried again. */
  onBreak?: (error: unknown) => void;
  /** false where another part already checks the connection: the next attempt waits for `wake`. */
  mayTry?: () => boolean;
}

export interface Push {
  /** Connects at once instead of after the pause that is due. */
  wake: () => void;
  close: () => void;
}

const pingSeconds = 30;
const firstPause = 1000;
const longestPause = 60_000;

/** Reads one stream until it ends; rejects where it breaks or falls silent for two pings and a half. */
async function readStream(
  response: Response,
  controller: AbortController,
  take: (text: string) => void,
): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new TypeError("The event stream has no body");
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => controller.abort(new TypeError("The event stream fell silent")), pingSeconds * 2500);
  };
  try {
    heard();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      heard();
      take(chunk.value);
    }
  } finally {
    clearTimeout(silence);
  }
}

/** Opens the stream and keeps it open, with growing pauses after failures, until it is closed. */
export function openPush(client: JmapClient, { types, onChange, onOpen, onBreak, mayTry }: PushOptions): Push {
  let isClosed = false;
  let lastEventId: string | undefined;
  let pause = firstPause;
  let controller = new AbortController();
  let endPause: (() => void) | undefined;

  const take = createEventParser(({ event, data, id }) => {
    if (id !== "") lastEventId = id;
    if (event !== "state") return;
    onChange(JSON.parse(data) as StateChange);
  });

  const connect = async (): Promise<void> => {
    controller = new AbortController();
    const options = { ...(types && { types }), ping: pingSeconds, lastEventId };
    const response = await client.eventSource(options, controller.signal);
    pause = firstPause;
    onOpen?.();
    await readStream(response, controller, take);
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
      pause = Math.min(pause * 2, longestPause);
    }
  };
  void run();

  return {
    wake() {
      pause = firstPause;
      endPause?.();
    },
    close() {
      isClosed = true;
      controller.abort();
      endPause?.();
    },
  };
}
