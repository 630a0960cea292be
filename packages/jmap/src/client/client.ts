/** A JMAP client: session, calls, batches with back references, blobs. RFC 8620. */
import type { UploadResult } from "../core/blob.ts";
import { CORE, MAIL, FILE_NAMES, SHORT_HEADERS, SUBMISSION, VACATION_RESPONSE } from "../core/core.ts";
import type {
  Id,
  Invocation,
  JmapRequest,
  JmapResponse,
  OwnApiCapability,
  ResultReference,
  Session,
} from "../core/core.ts";
import { CONVERSATIONS } from "../extensions/conversations.ts";
import { MethodError, RequestError } from "../core/errors.ts";
import type { MethodErrorType, ProblemDetails } from "../core/errors.ts";
import { type RemoteAccountCapability, remoteAccountOf } from "../extensions/servers/remote-account.ts";
import { extensionOf, type MethodArgs, type MethodName, type MethodResult } from "../methods.ts";

export interface JmapClientOptions {
  /** The URL of the session resource, e.g. "/.well-known/jmap". */
  sessionUrl: string;
  /** Sent with every request, e.g. { authorization: "Bearer …" }; not needed with the browser's cookie. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
  using?: string[];
}

/** Arguments in which "#key" with a reference may replace any key. */
export type CallArgs<N extends MethodName> =
  | MethodArgs<N>
  | (Partial<MethodArgs<N>> & { [key: `#${string}`]: ResultReference });

/** One call of a batch: a source of references, and of its result after the response. */
export interface Call<N extends MethodName> {
  readonly id: string;
  /** A back reference into this call's result (RFC 8620 §3.7), e.g. ref("/ids"). */
  ref(path: string): ResultReference;
  /** @throws MethodError the error of this call */
  result(): MethodResult<N>;
}

export class Batch {
  readonly invocations: Invocation[] = [];
  #response: JmapResponse | undefined;

  call<N extends MethodName>(name: N, args: CallArgs<N>): Call<N> {
    const id = `c${this.invocations.length}`;
    this.invocations.push([name, args as Record<string, unknown>, id]);
    return {
      id,
      ref: (path) => ({ resultOf: id, name, path }),
      result: () => this.#resultOf(name, id),
    };
  }

  settle(response: JmapResponse): void {
    this.#response = response;
  }

  /** Several responses may have the id of a call (RFC 8620 §3.4): its own has its name, or is an error. */
  #resultOf<N extends MethodName>(name: N, id: string): MethodResult<N> {
    const answers = this.#response?.methodResponses.filter(([, , callId]) => callId === id) ?? [];
    const own = answers.find(([answer]) => answer === name);
    if (own) return own[1];
    const [, error] = answers.find(([answer]) => answer === "error") ?? [];
    const { type, description, ...details } = (error ?? { type: "serverFail", description: "No answer" }) as {
      type: MethodErrorType;
      description?: string;
    };
    throw new MethodError(type, description, details);
  }
}

/** Of the methods that most servers have. */
const usual = [CORE, MAIL, SUBMISSION, VACATION_RESPONSE, CONVERSATIONS];

/** Browsers refuse keepalive requests beyond 64 KiB in flight (Fetch). */
const MAX_KEEPALIVE_CHARS = 12_000;

export class JmapClient {
  readonly #options: JmapClientOptions;
  readonly #fetch: typeof fetch;
  #session: Promise<Session> | undefined;
  /** Read synchronously once it is there, so that a request is sent without a turn of the event loop. */
  #known: Session | undefined;
  /** Hears of the state that the session's own server names with each response (RFC 8620 §3.4). */
  onSessionState?: (state: string) => void;

  constructor(options: JmapClientOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** The session resource, fetched once; `fresh` fetches it again. A failure is not cached. */
  session(fresh = false, signal?: AbortSignal): Promise<Session> {
    if (fresh || !this.#session) {
      const known = this.#session;
      const session = this.#json<Session>(this.#options.sessionUrl, signal ? { signal } : {});
      this.#session = session;
      this.#known = undefined;
      session.then(
        (found) => {
          if (this.#session === session) this.#known = found;
        },
        (error: unknown) => {
          // While the server is unreachable, the previous session stays valid.
          const isRefused = error instanceof RequestError && error.problem.status < 500;
          if (this.#session === session) this.#session = isRefused ? undefined : known;
        },
      );
    }
    return this.#session;
  }

  /** One method call. @throws MethodError, RequestError, TypeError when the server cannot be reached */
  async call<N extends MethodName>(name: N, args: CallArgs<N>, signal?: AbortSignal): Promise<MethodResult<N>> {
    const batch = new Batch();
    const call = batch.call(name, args);
    await this.send(batch, signal);
    return call.result();
  }

  /** Builds a batch and sends it in one request. @returns what `build` returned, its calls settled */
  async batch<T>(build: (batch: Batch) => T, signal?: AbortSignal): Promise<T> {
    const batch = new Batch();
    const calls = build(batch);
    await this.send(batch, signal);
    return calls;
  }

  async send(batch: Batch, signal?: AbortSignal): Promise<void> {
    const extensions = new Set(
      batch.invocations.flatMap(([name, args]) =>
        [
          extensionFor(name) ?? [],
          "shortensHeaders" in args ? SHORT_HEADERS : [],
          JSON.stringify(args["filter"] ?? "").includes('"attachmentName"') ? FILE_NAMES : [],
        ].flat(),
      ),
    );
    const session = this.#known ?? (await this.session());
    const accountId = batch.invocations[0]?.[1]["accountId"];
    const remote = remoteAccountOf(session, accountId);
    const { capabilities } = remote ?? session;
    // A server refuses the whole request for a capability that it does not have (RFC 8620 §3.6.1).
    const using = [...new Set([...(this.#options.using ?? usual), ...extensions])].filter(
      (name) => this.#options.using?.includes(name) || capabilities[name] !== undefined,
    );
    const isChange = batch.invocations.some(([name]) => name.endsWith("/set"));
    const apiUrl = ownApiOf(batch.invocations, capabilities) ?? remote?.apiUrl;
    const there = remote && { accountId: remote.accountId };
    const methodCalls = batch.invocations.map(([name, args, callId]): Invocation => [
      name,
      { ...args, ...there },
      callId,
    ]);
    const response = await this.request({ using, methodCalls }, signal, { isChange, apiUrl });
    batch.settle(response);
    if (!apiUrl) this.onSessionState?.(response.sessionState);
  }

  /**
   * @param options.isChange the browser completes it even when the page is closed
   * @param options.apiUrl another than the session's
   */
  async request(
    request: JmapRequest,
    signal?: AbortSignal,
    { isChange = false, apiUrl }: { isChange?: boolean; apiUrl?: string | undefined } = {},
  ): Promise<JmapResponse> {
    const url = apiUrl ?? (this.#known ?? (await this.session())).apiUrl;
    const body = JSON.stringify(request);
    return this.#json<JmapResponse>(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      keepalive: isChange && body.length <= MAX_KEEPALIVE_CHARS,
      ...(signal && { signal }),
    });
  }

  /** With the URLs of the server that has the account's mail. */
  async sessionOf(accountId: Id | undefined): Promise<Pick<Session, keyof RemoteAccountCapability & keyof Session>> {
    const session = await this.session();
    return remoteAccountOf(session, accountId) ?? session;
  }

  async upload(
    accountId: Id,
    body: Blob | Uint8Array<ArrayBuffer>,
    type: string,
    signal?: AbortSignal,
  ): Promise<UploadResult> {
    const { uploadUrl } = await this.sessionOf(accountId);
    return this.#json<UploadResult>(expandUrl(uploadUrl, { accountId }), {
      method: "POST",
      headers: { "content-type": type },
      body,
      ...(signal && { signal }),
    });
  }

  async download(
    accountId: Id,
    blobId: Id,
    name: string,
    type = "application/octet-stream",
    signal?: AbortSignal,
  ): Promise<Response> {
    const { downloadUrl } = await this.sessionOf(accountId);
    return this.respond(expandUrl(downloadUrl, { accountId, blobId, name, type }), signal ? { signal } : {});
  }

  async #json<T>(url: string, init: RequestInit): Promise<T> {
    return (await (await this.respond(url, init)).json()) as T;
  }

  /** @throws RequestError, TypeError when the server cannot be reached */
  async respond(url: string, init: RequestInit): Promise<Response> {
    const headers = {
      accept: "application/json, */*",
      ...this.#options.headers,
      ...(init.headers as Record<string, string>),
    };
    const response = await this.#fetch(url, { ...init, headers, credentials: "same-origin" });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as Partial<ProblemDetails> | null;
    throw new RequestError({ type: "about:blank", ...problem, status: response.status });
  }
}

/** A method is named after its type (RFC 8620 §3.2). */
const extensionFor = (name: string): string | undefined => extensionOf[name.split("/", 1)[0]!];

/** The URL of the methods' capability, where it has one of its own (OwnApiCapability). */
function ownApiOf(invocations: readonly Invocation[], capabilities: Session["capabilities"]): string | undefined {
  const [name = ""] = invocations[0] ?? [];
  const capability = extensionFor(name);
  return capability === undefined ? undefined : (capabilities[capability] as OwnApiCapability | undefined)?.apiUrl;
}

/** Expands a URI template of the session (RFC 6570 level 1). */
export function expandUrl(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ""));
}
