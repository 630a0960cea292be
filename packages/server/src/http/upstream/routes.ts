/** JMAP in front of an engine: session, API, upload and download, passed through as they flow. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { cleanImage } from "@pismo/images";
import type { FastifyInstance, FastifyReply } from "fastify";
import { chunksOf } from "../body.ts";
import { createGate } from "../jmap/concurrency.ts";
import { contentDisposition, safeContentType } from "../jmap/disposition.ts";
import { tooLargeFor } from "../jmap/requests.ts";
import { baseUrl, callerWithSession } from "../jmap/session.ts";
import { limitExceeded, notJson, refusal } from "../problem.ts";
import { UpstreamAway } from "../../upstream/errors.ts";
import { ownMethodRoutes } from "./own-methods.ts";
import { ownLimits, ownSessionOf } from "./own-session.ts";
import { asPerson, signalOf, type UpstreamContext } from "./person.ts";

interface DownloadRoute {
  Params: { accountId: string; blobId: string; name?: string };
  Querystring: Record<string, string | string[] | undefined>;
}

const MAX_IMAGE_BYTES = 50_000_000;

/** A missing Content-Type is accepted, as without an engine. */
const isJsonType = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());

/** Fields of the engine's answer that a page may see: no cookies, and nothing that says how a page is to be treated. */
const passed = ["content-length", "content-encoding", "retry-after"] as const;
const passedOfBlob = ["content-length", "content-range", "accept-ranges", "etag", "last-modified"] as const;

function pass(reply: FastifyReply, response: IncomingMessage, names: readonly string[]): FastifyReply {
  for (const name of names) {
    const value = response.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.code(response.statusCode ?? 502);
}

/** An engine that fails or redirects is as good as away: its pages are not for our reader. @throws UpstreamAway */
function assertAnswer(response: IncomingMessage, name: string): void {
  const { statusCode = 0 } = response;
  if ((statusCode >= 200 && statusCode < 300) || statusCode === 304) return;
  if (statusCode >= 400 && statusCode < 500) return;
  response.destroy();
  throw new UpstreamAway(`${name}: status ${statusCode}`);
}

/** Request headers with the length, where the client gave one. */
const withLength = (length: string | undefined, headers: Record<string, string>): Record<string, string> =>
  length === undefined ? headers : { ...headers, "content-length": length };

const textOf = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** Hosted mode: the session is that of the engine. */
export function upstreamSessionRoutes(app: FastifyInstance, context: UpstreamContext): void {
  for (const path of ["/.well-known/jmap", "/jmap/session"]) {
    app.get(path, async (request, reply) => {
      // It may also renew the cookie.
      await callerWithSession(request, reply, context);
      const session = await asPerson(request, context, (person) =>
        ownSessionOf(context, person, baseUrl(request, context), true),
      );
      return reply.header("cache-control", "no-cache, no-store, must-revalidate").send(session);
    });
  }
}

function apiRoutes(app: FastifyInstance, context: UpstreamContext): void {
  const gate = createGate("maxConcurrentRequests", context.limits.maxConcurrentRequests);

  app.post(`${context.root}/api`, async (request, reply) => {
    if (!isJsonType(request.headers["content-type"])) throw notJson("The content type is not application/json");
    return asPerson(request, context, (person, caller) =>
      gate.enter(caller.id, async () => {
        const limits = ownLimits(await context.upstream.session(person), context.limits);
        const { "content-length": length, "accept-encoding": encoding = "identity" } = request.headers;
        const response = await context.upstream.call(person, "apiUrl", {
          method: "POST",
          headers: withLength(length, {
            "content-type": "application/json",
            accept: "application/json",
            "accept-encoding": encoding,
          }),
          body: Readable.from(
            chunksOf(request.raw, limits.maxSizeRequest, () => tooLargeFor(limits)),
            {
              objectMode: false,
            },
          ),
          signal: signalOf(reply, context),
        });
        assertAnswer(response, "API");
        return pass(reply, response, passed)
          .header("cache-control", "no-store")
          .type(jsonTypeOf(response))
          .send(response);
      }),
    );
  });
}

/** A problem document stays one; anything else is JSON or nothing that a client reads. */
const jsonTypeOf = ({ headers: { "content-type": type = "" } }: IncomingMessage): string =>
  type.startsWith("application/problem+json")
    ? "application/problem+json; charset=utf-8"
    : "application/json; charset=utf-8";

function uploadRoutes(app: FastifyInstance, context: UpstreamContext): void {
  const gate = createGate("maxConcurrentUpload", context.limits.maxConcurrentUpload);

  for (const path of [`${context.root}/upload/:accountId/`, `${context.root}/upload/:accountId`]) {
    app.post<{ Params: { accountId: string } }>(path, async (request, reply) =>
      asPerson(request, context, (person, caller) =>
        gate.enter(caller.id, async () => {
          const { maxSizeUpload } = ownLimits(await context.upstream.session(person), context.limits);
          const tooLarge = () => limitExceeded("maxSizeUpload", 413, `A file has at most ${maxSizeUpload} octets`);
          const { "content-type": type = "application/octet-stream", "content-length": length } = request.headers;
          const response = await context.upstream.call(person, "uploadUrl", {
            method: "POST",
            variables: { accountId: request.params.accountId },
            headers: withLength(length, { "content-type": type, accept: "application/json" }),
            body: Readable.from(chunksOf(request.raw, maxSizeUpload, tooLarge), { objectMode: false }),
            signal: signalOf(reply, context),
          });
          assertAnswer(response, "upload");
          return pass(reply, response, passed)
            .header("cache-control", "no-store")
            .type(jsonTypeOf(response))
            .send(response);
        }),
      ),
    );
  }
}

function downloadRoutes(app: FastifyInstance, context: UpstreamContext): void {
  for (const path of [
    `${context.root}/download/:accountId/:blobId`,
    `${context.root}/download/:accountId/:blobId/:name`,
  ]) {
    app.get<DownloadRoute>(path, async (request, reply) =>
      asPerson(request, context, async (person) => {
        const { accountId, blobId, name = "" } = request.params;
        const type = safeContentType(textOf(request.query["type"]) || textOf(request.query["accept"]));
        const { range, "if-none-match": known } = request.headers;
        const response = await context.upstream.call(person, "downloadUrl", {
          method: "GET",
          // Some engines take a name for a path: ours is what the browser saves it by.
          variables: { accountId, blobId, name: "blob", type: "application/octet-stream" },
          headers: { "accept-encoding": "identity", ...(range && { range }), ...(known && { "if-none-match": known }) },
          signal: signalOf(reply, context),
        });
        assertAnswer(response, "download");
        if (response.statusCode === 304) return pass(reply, response, ["etag"]).send();
        const isBlob = response.statusCode! < 400;
        const body = isBlob && request.headers["sec-fetch-dest"] === "image" ? await drawable(response) : response;
        return pass(reply, response, isBlob ? passedOfBlob : passed)
          .header("cache-control", isBlob ? "private, max-age=31536000, immutable" : "no-store")
          .header("content-security-policy", "default-src 'none'; sandbox")
          .header("content-disposition", contentDisposition(name))
          .header("vary", "sec-fetch-dest")
          .type(isBlob ? type : "application/octet-stream")
          .send(body);
      }),
    );
  }
}

/**
 * An image that a page shows: a few octets can make a browser allocate gigabytes. One that is too large to be looked at
 * is not shown either; a download of it flows.
 * @throws RequestError
 */
async function drawable(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) throw refusal(422, "The image is too large to be shown");
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (cleanImage(bytes) === "tooManyPixels") throw refusal(422, "The image has too many pixels to be shown");
  return bytes;
}

export function upstreamRoutes(app: FastifyInstance, context: UpstreamContext): void {
  apiRoutes(app, context);
  uploadRoutes(app, context);
  downloadRoutes(app, context);
  ownMethodRoutes(app, context);
}
