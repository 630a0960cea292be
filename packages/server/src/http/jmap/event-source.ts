/** Push over an open connection: RFC 8620 §7.3. The id of an event carries the sent states, so a reconnect misses nothing. */
import type { StateType } from "@pismo/jmap";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServerResponse } from "node:http";
import { SignInError } from "../../auth/sign-in-error.ts";
import { limitsCapability } from "../../methods/limits.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "../context.ts";
import { refusal } from "../problem.ts";
import { readStates, stateChange, type States, stateTypes } from "./states.ts";

interface Route {
  Querystring: Record<string, string | string[] | undefined>;
}

/** In seconds. Proxies cut idle connections after about a minute. */
const shortestPing = 1;
const longestPing = 300;
/** Maximum octets buffered for a client that does not read. */
const maxBuffered = 1024 * 1024;

/** Short, because it returns as a header: "a1:7.7.9....,a2:…", the states in the order of their types. */
const encodeId = (states: States): string =>
  Object.entries(states)
    .map(([accountId, own]) => `${accountId}:${stateTypes.map((type) => own[type] ?? "").join(".")}`)
    .join(",");

/** An unknown id carries no states: all are sent. */
function decodeId(id: string): States {
  const accounts = id.split(",").map((text): [string, States[string]] => {
    const [accountId = "", states = ""] = text.split(":", 2);
    const told = states.split(".");
    return [accountId, Object.fromEntries(stateTypes.map((type, index) => [type, told[index] ?? ""]))];
  });
  return Object.fromEntries(accounts);
}

interface Wishes {
  types: readonly StateType[];
  closesAfterState: boolean;
  /** In seconds; 0: none. */
  ping: number;
}

/** A variable that a client leaves empty in the URI template has its default. @throws RequestError 400 */
function wishesOf(query: Route["Querystring"]): Wishes {
  const given = (name: string, fallback: string): string => String(query[name] ?? "") || fallback;
  const closeafter = given("closeafter", "no");
  const ping = given("ping", "0");
  if (!/^(state|no)$/.test(closeafter)) throw refusal(400, "closeafter is state or no");
  if (!/^\d{1,9}$/.test(ping)) throw refusal(400, "ping is a number of seconds");
  const wanted = new Set(given("types", "*").split(","));
  const seconds = Number(ping);
  return {
    types: stateTypes.filter((type) => wanted.has("*") || wanted.has(type)),
    closesAfterState: closeafter === "state",
    ping: seconds === 0 ? 0 : Math.min(longestPing, Math.max(shortestPing, seconds)),
  };
}

export function eventSourceRoutes(app: FastifyInstance, context: HttpContext): { close(): void } {
  const { store, log } = context;
  const open = new Set<ServerResponse>();
  const gate = createGate("maxConnections", limitsCapability.maxConnections);

  /** Sends changes to `raw` until either side closes. */
  async function follow(raw: ServerResponse, request: FastifyRequest, wishes: Wishes, before: States): Promise<void> {
    const { types, closesAfterState, ping } = wishes;
    let told = before;
    const send = (event: string, data: object): void => {
      if (raw.writableEnded) return;
      if (raw.writableLength > maxBuffered) return void raw.destroy();
      raw.write(`event: ${event}\nid: ${encodeId(told)}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    let isLooking = false;
    let isStale = false;
    /** One check at a time; a commit during a check is seen by the next. */
    const look = async (): Promise<void> => {
      isStale = true;
      if (isLooking) return;
      isLooking = true;
      try {
        while (isStale && !raw.destroyed) {
          isStale = false;
          // Authenticated for each event: a token may have been revoked, a mailbox added.
          const { accountIds } = await context.callerOf(request);
          const states = await readStates(store, accountIds, types);
          const gone = Object.keys(told).filter((accountId) => !states[accountId]);
          const change = stateChange(told, states, gone);
          told = states;
          if (!change) continue;
          send("state", change);
          if (closesAfterState) raw.end();
        }
      } catch (error) {
        if (!(error instanceof SignInError)) log.error("push failed", { error });
        raw.end();
      } finally {
        isLooking = false;
      }
    };
    const stop = store.onCommit(() => void look());
    // The person at the page may search.
    const letGo = store.longQueries.keepReady();
    const timer = ping > 0 ? setInterval(() => send("ping", { interval: ping }), ping * 1000) : undefined;
    open.add(raw);
    raw.on("close", () => {
      stop();
      letGo();
      clearInterval(timer);
      open.delete(raw);
    });
    // Changes between the last event, or the read of the states, and the listener.
    await look();
  }

  // No HEAD: its response would never end.
  app.get<Route>("/jmap/eventsource", { exposeHeadRoute: false }, async (request: FastifyRequest<Route>, reply) => {
    const { id, accountIds } = await context.callerOf(request);
    const wishes = wishesOf(request.query);
    const lastEventId = request.headers["last-event-id"];
    const before =
      typeof lastEventId === "string" ? decodeId(lastEventId) : await readStates(store, accountIds, wishes.types);

    const leave = gate.hold(id);
    const { raw } = reply.hijack();
    raw.once("close", leave);
    // Already closed: the close event would be missed.
    if (raw.destroyed) return leave();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    // Sends the headers at once: clients treat the connection as open then.
    raw.write(":\n\n");
    await follow(raw, request, wishes, before);
  });

  return { close: () => open.forEach((raw) => raw.end()) };
}
