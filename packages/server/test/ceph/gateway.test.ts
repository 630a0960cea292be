/** What an S3 engine of the field does and the gate's small server does not. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { openS3, type S3Objects } from "../../src/store/s3/objects.ts";
import { runCeph, startGateway } from "../servers/ceph.ts";
import { keys, makeBucket, type S3Server, startS3 } from "../support/s3-server.ts";

vi.setConfig({ testTimeout: 120_000 });

const ceph = inject("ceph")!;
let s3: S3Server;
let objects: S3Objects;

beforeEach(async () => {
  s3 = await startS3();
  objects = await openS3(s3.location, keys);
});
afterEach(async () => {
  objects.close();
  await s3.close();
});

/** Puts them at once. Returns which are acknowledged, and the codes of the errors of the others. */
async function put(store: S3Objects, count: number) {
  const names = Array.from({ length: count }, (_, n) => `blobs/${n}`);
  const ends = await Promise.allSettled(names.map((name) => store.put(name, Buffer.from(name))));
  const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason.code as string] : []));
  return { acknowledged: names.filter((_, n) => ends[n]!.status === "fulfilled"), failures };
}

async function assertThere(store: S3Objects, names: readonly string[]): Promise<void> {
  for (const name of names) expect(Buffer.from((await store.get(name))!).toString()).toBe(name);
}

test("more objects than a page of a list holds are listed, in the order of their names", async () => {
  const names = Array.from({ length: 1100 }, (_, n) => `blobs/${String(n).padStart(4, "0")}`);
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map((name) => objects.put(name, Buffer.from(name))));
  const listed: string[] = [];
  for await (const { name, size } of objects.list("blobs/")) if (size === 10) listed.push(name);
  expect(listed).toEqual(names);
});

test("ranges: of an empty object, behind the end and over it", async () => {
  await objects.put("empty", new Uint8Array());
  await objects.put("ten", Buffer.from("0123456789"));
  const before = s3.answered(416);
  expect(await objects.get("empty", { start: 0, end: 10 })).toEqual(new Uint8Array());
  expect(await objects.get("ten", { start: 10, end: 12 })).toEqual(new Uint8Array());
  expect(s3.answered(416)).toBeGreaterThan(before);
  expect(Buffer.from((await objects.get("ten", { start: 8, end: 99 }))!).toString()).toBe("89");
  expect(await objects.get("nothing", { start: 0, end: 10 })).toBeUndefined();
});

test("what is removed may be removed again", async () => {
  await objects.put("one", Buffer.from("1"));
  await objects.remove("one");
  await objects.remove("one");
  expect(await objects.find("one")).toBeUndefined();
});

test("a gateway that is asked too much answers 503: what is acknowledged is there, the rest says that it is not", async () => {
  const gateway = await startGateway(ceph.config, [
    "--rgw-scheduler-type=throttler",
    "--rgw-max-concurrent-requests=2",
  ]);
  const busy = await startS3(gateway.url);
  const store = await openS3(busy.location, keys);
  const { acknowledged, failures } = await put(store, 60);
  expect(busy.answered(503)).toBeGreaterThan(0);
  expect(failures.filter((code) => code !== "unreachable")).toEqual([]);
  await assertThere(store, acknowledged);
  // One after another they all arrive.
  for (let n = 0; n < 10; n++) await store.put(`alone/${n}`, Buffer.from("1"));
  store.close();
  await busy.close();
  await gateway.end();
});

test("a store that stands still: a put waits for it, and is there then", async () => {
  const store = Number(readFileSync(join(ceph.folder, "osd.0.pid"), "utf8"));
  const bytes = randomBytes(1_000_000);
  let isThere = false;
  process.kill(store, "SIGSTOP");
  try {
    const putting = objects.put("slow", bytes).then(() => (isThere = true));
    const reading = objects.list("blobs/")[Symbol.asyncIterator]().next();
    await expect(
      Promise.race([putting, reading, new Promise((resolve) => setTimeout(resolve, 2000, "waits"))]),
    ).resolves.toBe("waits");
    expect(isThere).toBe(false);
    process.kill(store, "SIGCONT");
    await Promise.all([putting, reading]);
  } finally {
    process.kill(store, "SIGCONT");
  }
  expect(Buffer.from((await objects.get("slow"))!).equals(bytes)).toBe(true);
});

test("a gateway that is killed: nothing acknowledged is lost", async () => {
  const gateway = await startGateway(ceph.config);
  const own = await startS3(gateway.url);
  const store = await openS3(own.location, keys);
  const putting = put(store, 200);
  await expect.poll(() => own.answered(200), { interval: 1 }).toBeGreaterThan(20);
  await gateway.end();
  const { acknowledged, failures } = await putting;
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(new Set(failures)).toEqual(new Set(["unreachable"]));
  // The other gateway of the same cluster.
  const other = await openS3({ ...own.location, endpoint: ceph.url }, keys);
  await assertThere(other, acknowledged);
  other.close();
  store.close();
  await own.close();
});

test("a quota of the object store that is used up is a full disk", async () => {
  const small = { s3AccessKeyId: "SMALL", s3SecretAccessKey: "secret-of-small" };
  const run = (...args: string[]) => runCeph("radosgw-admin", ["-c", ceph.config, ...args, "--uid", "small"]);
  const pair = ["--access-key", small.s3AccessKeyId, "--secret", small.s3SecretAccessKey];
  await run("user", "create", "--display-name", "small", ...pair);
  await run("quota", "set", "--quota-scope=user", "--max-objects=1");
  await run("quota", "enable", "--quota-scope=user");
  const bucket = await makeBucket(ceph.url, small);
  const store = await openS3({ ...s3.location, bucket, endpoint: ceph.url }, small);
  await store.put("one", Buffer.from("1"));
  await expect(store.put("two", Buffer.from("2"))).rejects.toMatchObject({ code: "diskFull" });
  expect(await store.find("two")).toBeUndefined();
  store.close();
});
