/** Download: RFC 8620 §6.2. Blobs and parts of messages; never content that runs in our origin. */
import { cleanImage } from "@pismo/images";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { knownFaults } from "../../store/blobs/damaged-blobs.ts";
import { baseBlobId, getUpload, mayReadBlob } from "../../store/blobs/uploads.ts";
import { loadBlob } from "../../worker/part-blob.ts";
import type { HttpContext } from "../context.ts";
import { blobOfMember } from "./all-accounts.ts";
import { contentDisposition, safeContentType } from "./disposition.ts";
import { refusal } from "../problem.ts";

interface Route {
  Params: { accountId: string; blobId: string; name?: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** "bytes=0-99" → [0, 100); undefined where the whole blob is sent. RFC 9110 §14.2: an invalid range is ignored. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : undefined;
}

/** A repeated parameter is ignored. */
const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

const tagOf = (blobId: string): string => `"${blobId}"`;

/** Whether the client has it already: RFC 9110 §13.1.2. Proxies that compress weaken the tag. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === tag);

/** Blobs never change, so the browser that fetched one may cache it privately. */
function withCaching(reply: FastifyReply, tag: string): FastifyReply {
  return reply.header("cache-control", "private, max-age=31536000, immutable").header("etag", tag);
}

function withHeaders(
  reply: FastifyReply,
  { params, query }: FastifyRequest<Route>,
  fallbackType: string,
): FastifyReply {
  return withCaching(reply, tagOf(params.blobId))
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", contentDisposition(params.name))
    .header("accept-ranges", "bytes")
    .type(safeContentType(textOf(query["type"]) ?? textOf(query["accept"]) ?? fallbackType));
}

/** The readable part of a damaged message is sent, and not cached: it may be repaired (RFC 7234 §5.5). */
function sayDamaged(reply: FastifyReply): void {
  reply.header("warning", '199 - "The message that this is, or is a part of, is damaged"');
  reply.header("cache-control", "no-store").removeHeader("etag");
}

export function downloadRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store } = context;

  async function download(request: FastifyRequest<Route>, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await context.callerOf(request);
    const { accountIds } = caller;
    const { accountId, blobId } = blobOfMember(request.params.accountId, request.params.blobId, caller);
    if (caller.remoteIds.includes(accountId)) return toServerOf(accountId, blobId, request, reply);
    const isThere =
      accountIds.includes(accountId) && (await store.read((reader) => mayReadBlob(reader, accountId, blobId)));
    if (!isThere) throw refusal(404, "There is no such file");
    const tag = tagOf(blobId);
    // No Content-Type: headers of a 304 replace those that the client has cached (RFC 9111 §3.2).
    if (isKnown(request.headers["if-none-match"], tag)) return withCaching(reply, tag).code(304).send();

    const fault = (await store.read((reader) => knownFaults(reader, [baseBlobId(blobId)]))).values().next().value;
    if (fault === "missing") throw refusal(404, "The message of this letter is missing");
    const blobs = store.blobsOf(accountId);
    const size = await blobs.size(blobId);
    if (size !== undefined) {
      const upload = await store.read((reader) => getUpload(reader, accountId, blobId));
      withHeaders(reply, request, upload?.type ?? "message/rfc822");
      if (fault) sayDamaged(reply);
      const range = rangeOf(request.headers.range, size);
      if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end - 1}/${size}`);
      reply.header("content-length", range ? range.end - range.start : size);
      return reply.send(await blobs.stream(blobId, range));
    }
    const part = await loadBlob(blobId, (base) => blobs.get(base), context.mime);
    if (!part) throw refusal(404, "There is no such file");
    // A few octets can make a browser allocate gigabytes. A download of the file is sent unchanged.
    if (request.headers["sec-fetch-dest"] === "image" && cleanImage(part.bytes) === "tooManyPixels") {
      throw refusal(422, "The image has too many pixels to be shown");
    }
    reply.header("vary", "sec-fetch-dest");
    withHeaders(reply, request, part.part?.type ?? "application/octet-stream");
    if (fault) sayDamaged(reply);
    const range = rangeOf(request.headers.range, part.bytes.length);
    if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end - 1}/${part.bytes.length}`);
    return reply.send(Buffer.from(range ? part.bytes.subarray(range.start, range.end) : part.bytes));
  }

  /** Of several accounts together, one whose files are passed through from where they lie (http/upstream). */
  async function toServerOf(accountId: string, blobId: string, request: FastifyRequest<Route>, reply: FastifyReply) {
    const there = await context.remoteMembers?.idThere(accountId);
    if (there === undefined) throw refusal(404, "There is no such file");
    const path = [accountId, "download", there, blobId, request.params.name ?? ""].map(encodeURIComponent).join("/");
    const [, query = ""] = request.url.split("?", 2);
    return reply.header("cache-control", "no-store").redirect(`/jmap/at/${path}?${query}`, 307);
  }

  app.get<Route>("/jmap/download/:accountId/:blobId", download);
  app.get<Route>("/jmap/download/:accountId/:blobId/", download);
  app.get<Route>("/jmap/download/:accountId/:blobId/:name", download);
}
