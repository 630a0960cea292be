/** Push over an open connection: RFC 8620 §7.3. The id of an event carries the sent states, so a reconnect misses nothing. */
import type { StateType } from "@pismo/jmap";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServerResponse } from "node:http";
import type { Caller } from "../../auth/authenticate.ts";
import { SignInError } from "../../auth/sign-in-error.ts";
import { limitsCapability } from "../../methods/limits.ts";
import { membersOf, withMerged } from "./all-accounts.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "../context.ts";
import { refusal } from "../problem.ts";
import { logOf } from "../request-id.ts";
import { readStates, stateChange, type States, stateTypes } from "./states.ts";

interface Route {
  Querystring: Record<string, string | string[] | undefined>;
}

/** Proxies cut idle connections after about a minute. */
const MIN_PING_SECONDS = 1;
const MAX_PING_SECONDS = 300;
/** For a client that does not read. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Short, because it returns as a header: "a1:7.7.9....,a2:…", the states in the order of their types. */
const encodeId = (states: States): string =>
  Object.entries(states)
    .map(([accountId, own]) => `${accountId}:${stateTypes.map((type) => own[type] ?? "").join(".")}`)
    .join(",");

/** An unknown id carries no states: all are sent. */
function decodeId(id: string): States {
  const accounts = id.split(",").map((text): [string, States[string]] => {
    const [accountId = "", states = ""] = text.split(":", 2);
    const sent = states.split(".");
    return [accountId, Object.fromEntries(stateTypes.map((type, index) => [type, sent[index] ?? ""]))];
  });
  return Object.fromEntries(accounts);
}

interface Options {
  types: readonly StateType[];
  closesAfterState: boolean;
  /** 0: none. */
  pingSeconds: number;
}

/** A variable that a client leaves empty in the URI template has its default. @throws RequestError 400 */
function optionsOf(query: Route["Querystring"]): Options {
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
    pingSeconds: seconds === 0 ? 0 : Math.min(MAX_PING_SECONDS, Math.max(MIN_PING_SECONDS, seconds)),
  };
}

const statesFor = async (caller: Caller, { store, remoteMembers }: HttpContext, { types }: Options): Promise<States> =>
  withMerged(await readStates(store, caller.accountIds, types), caller, remoteMembers);

/** Sends changes to one client until either side closes. */
class StateStream {
  readonly #raw: ServerResponse;
  readonly #request: FastifyRequest;
  readonly #context: HttpContext;
  readonly #options: Options;
  #sent: States;
  /** Ends following the servers that have a part of the merged account. */
  #leaveServers = (): void => undefined;
  #servers = "";
  #isOwner = true;
  #isChecking = false;
  #isStale = false;

  /** @param sent the states that the client knows */
  constructor(raw: ServerResponse, request: FastifyRequest, context: HttpContext, options: Options, sent: States) {
    this.#raw = raw;
    this.#request = request;
    this.#context = context;
    this.#options = options;
    this.#sent = sent;
  }

  async start(): Promise<void> {
    const { store } = this.#context;
    const { pingSeconds } = this.#options;
    // The owner of a personal server sees every account, also a new one.
    const stop = store.onCommit((accountIds) => {
      if (this.#isOwner || Object.keys(this.#sent).some((accountId) => accountIds.has(accountId))) void this.#check();
    });
    // The person at the page may search.
    const release = store.longQueries.keepReady();
    const ping = () => this.#send("ping", { interval: pingSeconds });
    const timer = pingSeconds > 0 ? setInterval(ping, pingSeconds * 1000) : undefined;
    this.#raw.on("close", () => {
      stop();
      this.#leaveServers();
      release();
      clearInterval(timer);
    });
    // Changes between the last event, or the read of the states, and the listener.
    await this.#check();
  }

  #send(event: string, data: object): void {
    if (this.#raw.writableEnded) return;
    if (this.#raw.writableLength > MAX_BUFFERED_BYTES) return void this.#raw.destroy();
    this.#raw.write(`event: ${event}\nid: ${encodeId(this.#sent)}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Of a page of ours alone: a token has no merged account. */
  #followServers(caller: Caller): void {
    const { remoteMembers } = this.#context;
    const ids = membersOf(caller) ? caller.remoteIds : [];
    if (!remoteMembers || ids.join() === this.#servers || this.#raw.destroyed) return;
    this.#servers = ids.join();
    this.#leaveServers();
    this.#leaveServers = remoteMembers.follow(ids, () => void this.#check());
  }

  /** One check at a time; a commit during a check is seen by the next. */
  async #check(): Promise<void> {
    this.#isStale = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      while (this.#isStale && !this.#raw.destroyed) {
        this.#isStale = false;
        await this.#sendChange();
      }
    } catch (error) {
      if (!(error instanceof SignInError)) logOf(this.#request, this.#context).error("push failed", { error });
      this.#raw.end();
    } finally {
      this.#isChecking = false;
    }
  }

  async #sendChange(): Promise<void> {
    // Authenticated for each event: a token may have been revoked, a mailbox added.
    const caller = await this.#context.callerOf(this.#request);
    this.#isOwner = caller.isOwner;
    this.#followServers(caller);
    const states = await statesFor(caller, this.#context, this.#options);
    const gone = Object.keys(this.#sent).filter((accountId) => !states[accountId]);
    const change = stateChange(this.#sent, states, gone);
    this.#sent = states;
    if (!change) return;
    this.#send("state", change);
    if (this.#options.closesAfterState) this.#raw.end();
  }
}

export function eventSourceRoutes(app: FastifyInstance, context: HttpContext): { close(): void } {
  const open = new Set<ServerResponse>();
  const gate = createGate("maxConnections", limitsCapability.maxConnections);

  // No HEAD: its response would never end.
  app.get<Route>("/jmap/eventsource", { exposeHeadRoute: false }, async (request: FastifyRequest<Route>, reply) => {
    const caller = await context.callerOf(request);
    const { id, accountIds } = caller;
    const options = optionsOf(request.query);
    const lastEventId = request.headers["last-event-id"];
    const sent = typeof lastEventId === "string" ? decodeId(lastEventId) : await statesFor(caller, context, options);

    const [leaveGate, leaveUse] = [gate.hold(id), context.activity.hold(accountIds)];
    const leave = (): void => {
      leaveGate();
      leaveUse();
    };
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
    open.add(raw);
    raw.once("close", () => open.delete(raw));
    const closed = context.measures?.connection("eventsource");
    if (closed) raw.once("close", closed);
    await new StateStream(raw, request, context, options, sent).start();
  });

  return { close: () => open.forEach((raw) => raw.end()) };
}
