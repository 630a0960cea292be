/** A small S3 server with an empty bucket, and a proxy before it that fails as object stores do. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Location } from "../../src/store/s3/objects.ts";

/** s3rver knows this pair alone. */
export const keys = { s3AccessKeyId: "S3RVER", s3SecretAccessKey: "S3RVER" };

/** busy: 503. cut: the connection ends before an answer. torn: it ends within the content. slow: half a second later. */
export type Failure = "busy" | "cut" | "torn" | "slow";

export interface S3Server {
  location: S3Location;
  /** The value of PISMO_BLOBS. */
  setting: string;
  /** The next requests of this method fail. */
  fail(failure: Failure, times: number, method?: string): void;
  /** Requests so far. */
  requests(): number;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "pismo-s3-"));
  const bucket = "mail";
  const engine = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await engine.run();
  let requests = 0;
  let failing: { failure: Failure; times: number; method: string | undefined } | undefined;

  function nextFailure(method: string | undefined): Failure | undefined {
    if (!failing || failing.times === 0 || (failing.method !== undefined && failing.method !== method))
      return undefined;
    failing.times--;
    return failing.failure;
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    requests++;
    const failure = nextFailure(incoming.method);
    if (failure === "cut") {
      incoming.socket.destroy();
      return;
    }
    if (failure === "busy") {
      incoming.resume();
      outgoing.writeHead(503, { "content-type": "application/xml" });
      outgoing.end("<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>");
      return;
    }
    const pass = () => {
      const { method, url: path, headers } = incoming;
      const inner = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        if (failure === "torn") {
          response.once("data", (chunk: Buffer) => {
            outgoing.write(chunk.subarray(0, chunk.length >> 1), () => outgoing.destroy());
            response.destroy();
          });
        } else response.pipe(outgoing);
      });
      inner.on("error", () => outgoing.destroy());
      incoming.pipe(inner);
    };
    if (failure === "slow") setTimeout(pass, 500);
    else pass();
  }

  const proxy = createServer(answer);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    location: { bucket, prefix: "pismo/", region: "us-east-1", endpoint },
    setting: `s3://${bucket}/pismo?endpoint=${endpoint}`,
    fail(failure, times, method) {
      failing = { failure, times, method };
    },
    requests: () => requests,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
