/** An S3 server with an empty bucket, and a proxy before it that fails as object stores do. */
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { inject } from "vitest";
import type { S3Location } from "../../src/store/s3/objects.ts";
import { cephKeys } from "../servers/ceph.ts";

/** Ceph's gateway in `npm run test:s3`; else s3rver, which is small. */
export const ceph = inject("ceph");

/** s3rver knows one pair alone. */
export const keys = ceph ? cephKeys : { s3AccessKeyId: "S3RVER", s3SecretAccessKey: "S3RVER" };

/** busy: 503. cut: the connection ends before an answer. torn: it ends within the content. slow: half a second later. */
export type Failure = "busy" | "cut" | "torn" | "slow";

export interface Held {
  /** How many wait. */
  waiting(): number;
  /** They go on, and later ones do not wait. */
  release(): void;
}

export interface S3Server {
  location: S3Location;
  /** The value of PISMO_BLOBS. */
  setting: string;
  /** The next requests of this method fail. */
  fail(failure: Failure, times: number, method?: string): void;
  /** The next requests of this method wait until they are released. */
  hold(method: string): Held;
  /** Requests so far. */
  requests(): number;
  /** Answers of the engine itself with this status so far. */
  answered(status: number): number;
  close(): Promise<void>;
}

interface Engine {
  port: number;
  bucket: string;
  close(): Promise<void>;
}

async function startS3rver(): Promise<Engine> {
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
  return {
    port,
    bucket,
    async close() {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A bucket of its own in the one that runs. */
export async function makeBucket(endpoint: string, { s3AccessKeyId, s3SecretAccessKey } = cephKeys): Promise<string> {
  const credentials = { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey };
  const client = new S3Client({ region: "us-east-1", endpoint, forcePathStyle: true, credentials });
  const bucket = `mail-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return bucket;
}

/** @param origin another gateway than the one that runs */
async function startEngine(origin = ceph?.url): Promise<Engine> {
  if (origin === undefined) return startS3rver();
  return { port: Number(new URL(origin).port), bucket: await makeBucket(origin), close: async () => {} };
}

/** @param origin of an engine that runs; by default the one of this suite */
export async function startS3(origin?: string): Promise<S3Server> {
  const engine = await startEngine(origin);
  const { bucket, port } = engine;
  let requests = 0;
  const statuses = new Map<number, number>();
  let failing: { failure: Failure; times: number; method: string | undefined } | undefined;

  let holding: { method: string; pass: (() => void)[] } | undefined;

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
        const { statusCode: status = 500 } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        outgoing.writeHead(status, response.headers);
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
    if (holding && holding.method === incoming.method) holding.pass.push(pass);
    else if (failure === "slow") setTimeout(pass, 500);
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
    hold(method) {
      const held = { method, pass: [] as (() => void)[] };
      holding = held;
      return {
        waiting: () => held.pass.length,
        release() {
          if (holding === held) holding = undefined;
          for (const pass of held.pass.splice(0)) pass();
        },
      };
    },
    requests: () => requests,
    answered: (status) => statuses.get(status) ?? 0,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await engine.close();
    },
  };
}
