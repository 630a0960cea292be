/** Upload: RFC 8620 §6.1. Streamed to the disk; an aborted upload leaves nothing. */
import { RequestError, requestErrorTypes, SetFailure, type UploadResult } from "@pismo/jmap";
import type { FastifyInstance } from "fastify";
import { UPLOAD_LIFETIME_MS } from "../../methods/blob/copy.ts";
import { recordUpload } from "../../store/blobs/uploads.ts";
import { assertRoom } from "../../store/people/limits.ts";
import { chunksOf } from "../body.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "../context.ts";
import { limitExceeded, refusal } from "../problem.ts";

/** RFC 8620 has no type for it at an upload: the name is the SetError's. */
function refuseOverQuota(error: unknown): never {
  if (!(error instanceof SetFailure)) throw error;
  const { type: limit, description } = error.error;
  throw new RequestError({ type: requestErrorTypes.limit, status: 413, limit, detail: description ?? limit });
}

export function uploadRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store, limits } = context;
  const { maxSizeUpload, maxConcurrentUpload } = limits;
  const gate = createGate("maxConcurrentUpload", maxConcurrentUpload);
  const tooLarge = () => limitExceeded("maxSizeUpload", 413, `A file has at most ${maxSizeUpload} octets`);

  for (const path of ["/jmap/upload/:accountId/", "/jmap/upload/:accountId"]) {
    app.post<{ Params: { accountId: string } }>(path, async (request, reply) => {
      const { id, accountIds } = await context.callerOf(request);
      const { accountId } = request.params;
      if (!accountIds.includes(accountId)) throw refusal(404, "There is no such account");
      const type = request.headers["content-type"] ?? "application/octet-stream";
      return gate.enter(id, async () => {
        // What does not fit is not read first.
        const announced = Number(request.headers["content-length"] ?? 0);
        await store.read((reader) => assertRoom(reader, accountId, announced)).catch(refuseOverQuota);
        const { blobId, size } = await store.blobs.putStream(
          chunksOf(request.raw, maxSizeUpload, tooLarge),
          maxSizeUpload,
        );
        const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
        await store
          .write((tx) => recordUpload(tx, accountId, blobId, type, size, expiresAt), { accountId })
          .catch(refuseOverQuota);
        const result: UploadResult = { accountId, blobId, type, size };
        return reply.header("cache-control", "no-store").send(result);
      });
    });
  }
}
