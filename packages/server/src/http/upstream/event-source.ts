/**
 * Push from the engine to a page: its event source passed through, with pings where it falls silent. Where it has none,
 * we look for new states ourselves, since a page has no other way to hear of a message.
 */
import type { ServerResponse } from "node:http";
import type { IncomingMessage } from "node:http";
import {
  firstAccount,
  type Id,
  LABELS,
  SAVED_SEARCHES,
  type Session,
  type StateChange,
  type StateType,
} from "@pismo/jmap";
import type { FastifyInstance, FastifyReply } from "fastify";
import { limitsCapability } from "../../methods/limits.ts";
import { stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { heldState } from "../../store/submission/held-submissions.ts";
import { CredentialRefused, NotOffered } from "../../upstream/errors.ts";
import { offers } from "../../upstream/session-resource.ts";
import type { UpstreamPerson } from "../../upstream/upstream.ts";
import { createGate } from "../jmap/concurrency.ts";
import { holdsFor } from "./held/held-methods.ts";
import { asPerson, onSessionEnd, signalOf, type UpstreamContext } from "./person.ts";
import { readUpstreamStates, statesThatChanged, type UpstreamStates } from "./states.ts";

interface Route {
  Querystring: Record<string, string | string[] | undefined>;
}

/** Proxies cut idle connections after about a minute. */
const MAX_PING_SECONDS = 30;
const POLL_MS = 10_000;
/** For a client that does not read. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

const textOf = (value: string | string[] | undefined, fallback: string): string =>
  typeof value === "string" && value !== "" ? value : fallback;

/** @returns the engine's stream; undefined: it has none */
export async function openStream(
  context: Pick<UpstreamContext, "upstream">,
  person: UpstreamPerson,
  query: Route["Querystring"],
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const variables = {
    types: textOf(query["types"], "*"),
    closeafter: textOf(query["closeafter"], "no"),
    ping: textOf(query["ping"], "0"),
  };
  const headers = { accept: "text/event-stream", "accept-encoding": "identity", "cache-control": "no-store" };
  try {
    const response = await context.upstream.call(person, "eventSourceUrl", {
      method: "GET",
      variables,
      headers: { ...headers, ...(lastEventId !== undefined && { "last-event-id": lastEventId }) },
      signal,
    });
    if (response.statusCode === 200 && response.headers["content-type"]?.startsWith("text/event-stream")) {
      return response;
    }
    response.destroy();
    return undefined;
  } catch (error) {
    if (error instanceof NotOffered) return undefined;
    throw error;
  }
}

function beginStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  // Sends the headers at once: clients treat the connection as open then.
  raw.write(":\n\n");
  return raw;
}

function writeOrEnd(raw: ServerResponse, text: string | Buffer): void {
  if (raw.writableEnded || raw.destroyed) return;
  if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
  else raw.write(text);
}

/**
 * @param pingMs after so long without an octet a ping of ours; 0: none
 * @returns what writes an event of ours
 */
function passThrough(stream: IncomingMessage, raw: ServerResponse, pingMs: number): (event: string) => void {
  /** A ping within an event would damage it. */
  let isBetween = true;
  let late = "";
  const ping = (): void => {
    if (isBetween) writeOrEnd(raw, `event: ping\ndata: {"interval":${pingMs / 1000}}\n\n`);
  };
  const timer = pingMs > 0 ? setInterval(ping, pingMs) : undefined;
  stream.on("data", (chunk: Buffer) => {
    isBetween = /(?:\r?\n|\r){2}$/.test(chunk.subarray(-4).toString("latin1"));
    timer?.refresh();
    writeOrEnd(raw, chunk);
    if (!isBetween || late === "") return;
    writeOrEnd(raw, late);
    late = "";
  });
  const end = (): void => {
    clearInterval(timer);
    raw.end();
  };
  stream.once("end", end);
  stream.once("error", end);
  raw.once("close", () => {
    clearInterval(timer);
    stream.destroy();
  });
  return (event) => {
    if (isBetween) writeOrEnd(raw, event);
    else late += event;
  };
}

const stateEvent = (changed: StateChange["changed"]): string =>
  `event: state\ndata: ${JSON.stringify({ "@type": "StateChange", changed })}\n\n`;

type ReadState = (reader: Reader, accountId: Id) => Promise<string>;

/** What we keep for this server, of which it tells nothing. */
function keptTypes(session: Session): [type: StateType, read: ReadState][] {
  const types: [StateType, ReadState][] = [];
  if (holdsFor(session)) types.push(["EmailSubmission", heldState]);
  for (const [type, capability] of [
    ["Label", LABELS],
    ["SavedSearch", SAVED_SEARCHES],
  ] as const) {
    if (!offers(session, capability)) types.push([type, (reader, accountId) => stateOf(reader, accountId, type)]);
  }
  return types;
}

/** What is kept here changes here. @returns what ends it */
function followKept(
  { store, log }: UpstreamContext,
  { accountId }: UpstreamPerson,
  accountIdThere: Id,
  types: ReturnType<typeof keptTypes>,
  tell: (event: string) => void,
): () => void {
  const read = (): Promise<Map<StateType, string>> =>
    store.read(async (reader) => {
      const states = new Map<StateType, string>();
      for (const [type, readState] of types) states.set(type, await readState(reader, accountId));
      return states;
    });
  const fail = (error: unknown): void => log.error("the state of what is kept here could not be read", { error });
  let last = read();
  const stop = store.onCommit((accountIds) => {
    if (!accountIds.has(accountId)) return;
    last = last.then(async (before) => {
      const states = await read();
      const changed = [...states].filter(([type, state]) => state !== before.get(type));
      if (changed.length > 0) tell(stateEvent({ [accountIdThere]: Object.fromEntries(changed) }));
      return states;
    });
    last.catch(fail);
  });
  last.catch(fail);
  return stop;
}

/** Asks for the states again and again, until the page is gone or the engine lets the person in no more. */
async function poll(
  context: UpstreamContext,
  person: UpstreamPerson,
  raw: ServerResponse,
  first: UpstreamStates,
  signal: AbortSignal,
): Promise<void> {
  let states = first;
  while (!signal.aborted && !raw.destroyed) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, POLL_MS);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
      signal.addEventListener("abort", done);
    });
    if (signal.aborted) break;
    try {
      const current = await readUpstreamStates(context.upstream, person, signal);
      const changed = statesThatChanged(states, current);
      states = current;
      if (changed) writeOrEnd(raw, stateEvent(changed));
      else writeOrEnd(raw, `event: ping\ndata: {"interval":${POLL_MS / 1000}}\n\n`);
    } catch (error) {
      // The page connects again, and learns what is wrong by the answer to that.
      if (!(error instanceof CredentialRefused)) context.log.debug("the states could not be read", { error });
      break;
    }
  }
  raw.end();
}

export function upstreamEventSource(app: FastifyInstance, context: UpstreamContext): { close(): void } {
  const open = new Set<ServerResponse>();
  const gate = createGate("maxConnections", limitsCapability.maxConnections);

  // No HEAD: its response would never end.
  app.get<Route>(`${context.root}/eventsource`, { exposeHeadRoute: false }, async (request, reply) =>
    asPerson(request, context, async (person, { id }) => {
      const leave = gate.hold(id);
      reply.raw.once("close", leave);
      if (reply.raw.destroyed) leave();
      const signal = signalOf(reply, context);
      const lastEventId = request.headers["last-event-id"];
      const stream = await openStream(
        context,
        person,
        request.query,
        typeof lastEventId === "string" ? lastEventId : undefined,
        signal,
      );
      const { session } = await context.upstream.session(person);
      const states = stream ? undefined : await readUpstreamStates(context.upstream, person, signal);
      const raw = beginStream(reply);
      open.add(raw);
      const stopLooking = onSessionEnd(request, context, () => raw.end());
      const closed = context.measures?.connection("eventsource");
      raw.once("close", () => {
        open.delete(raw);
        stopLooking();
        closed?.();
      });
      const seconds = Number(textOf(request.query["ping"], "0")) || 0;
      const tell = stream
        ? passThrough(stream, raw, Math.min(seconds, MAX_PING_SECONDS) * 1000)
        : (event: string) => writeOrEnd(raw, event);
      if (states) void poll(context, person, raw, states, signal);
      const accountId = firstAccount(session);
      const kept = keptTypes(session);
      if (accountId !== undefined && kept.length > 0) {
        const stop = followKept(context, person, accountId, kept, tell);
        raw.once("close", stop);
      }
      return reply;
    }),
  );

  return { close: () => open.forEach((raw) => raw.end()) };
}
