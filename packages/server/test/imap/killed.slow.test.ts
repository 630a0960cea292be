/**
 * A process that is killed again and again, each time at another step of what it says to the server, while a person
 * changes messages and folders and others arrive: what the person has done stays done, here and on the server, and every
 * message is there once. KILL_ROUNDS and KILL_SEED make it longer or another one (docs/decisions/0013).
 */
import type { Id } from "@pismo/jmap";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFailed, test, vi } from "vitest";
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/db/store.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { servers } from "../servers/all.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { randomFrom } from "../store/random.ts";
import {
  foreignClient,
  testMessage,
  emailsOf,
  localState,
  MirrorStore,
  sameOnBothSides,
  serverState,
  upToDate,
} from "./mirrored.ts";

const rounds = Number(process.env["KILL_ROUNDS"] ?? 1);
const seed = Number(process.env["KILL_SEED"] ?? 1);
/** Chunks that the process gives to the server; it dies at one of them. */
const LONGEST_LIFE = 100;
const MESSAGES = 45;

vi.setConfig({ testTimeout: 120_000 + rounds * 10_000 });

interface Wanted {
  keywords: string[];
  mailboxIds: Id[];
}
/** null: the person has destroyed it. */
type WantedMessages = Map<string, Wanted | null>;

async function open(dataDir: string): Promise<MirrorStore> {
  return new MirrorStore(await openStore({ dataDir }, createLogger("silent")), await openVault(dataDir));
}

async function seen(mirror: MirrorStore, accountId: Id): Promise<Map<string, Wanted>> {
  const messages = await emailsOf(mirror, accountId);
  return new Map(
    [...messages].map(([name, { keywords, mailboxIds }]) => [
      name,
      { keywords: keywords.toSorted(), mailboxIds: mailboxIds.toSorted() },
    ]),
  );
}

/** Runs the process until it is killed. @param messages as the person left them, changed to what it says */
async function live(dataDir: string, life: number, proxy: FaultProxy, childSeed: number, messages: WantedMessages) {
  const script = new URL("./person-child.ts", import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [script, dataDir, String(childSeed)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let doing: { name: string; wanted: Wanted | null } | undefined;
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const said = JSON.parse(line) as NonNullable<typeof doing> | "done";
    if (said !== "done") doing = said;
    else if (doing) {
      const { name, wanted } = doing;
      messages.set(name, wanted && { keywords: wanted.keywords.toSorted(), mailboxIds: wanted.mailboxIds.toSorted() });
      doing = undefined;
    }
  });
  let chunks = 0;
  proxy.onChunk = ({ from }) => {
    if (from === "client" && ++chunks > life) child.kill("SIGKILL");
    return "pass";
  };
  await ended;
  proxy.onChunk = undefined;
  proxy.cutAll();
  return doing;
}

describe("killed at any moment", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  for (const { kind, canRun, start } of servers)
    test.skipIf(!canRun)(`with ${kind}: every message is there once, and as the person left it`, async () => {
      const server = await start();
      const proxy = await startFaultProxy(server.port);
      const client = await foreignClient(server.port);
      const dataDir = mkdtempSync(join(tmpdir(), "pismo-killed-"));
      closing.push(
        () => server.stop(),
        () => rmSync(dataDir, { recursive: true, force: true }),
        () => proxy.close(),
        () => client.close(),
      );
      for (let index = 0; index < MESSAGES; index++) await client.append("INBOX", testMessage(`letter ${index}`));
      let mirror = await open(dataDir);
      closing.push(() => mirror.close());
      const accountId = await mirror.addAccount({ port: proxy.port });
      await mirror.close();

      const random = randomFrom(seed);
      const trail: string[] = [];
      onTestFailed(() => console.error(`Seed ${seed}:\n${trail.join("\n")}`));
      const wanted: WantedMessages = new Map();
      for (let round = 0; round < rounds; round++) {
        const name = `arrival ${round}`;
        await client.append("INBOX", testMessage(name));
        const life = 1 + random.below(LONGEST_LIFE);
        const cutOff = await live(dataDir, life, proxy, seed * 1000 + round, wanted);
        trail.push(`round ${round}: life of ${life}, cut off at ${JSON.stringify(cutOff)}`);
        mirror = await open(dataDir);
        const now = await seen(mirror, accountId);
        await mirror.close();
        const isLeft = (each: string, was: Wanted | null): boolean =>
          JSON.stringify(now.get(each) ?? null) === JSON.stringify(was);
        // A change that it had begun is either done or not.
        const isCutOff = (each: string): boolean => each === cutOff?.name && isLeft(each, cutOff.wanted);
        const others = [...wanted].filter(([each, was]) => !isLeft(each, was) && !isCutOff(each));
        expect(others).toEqual([]);
        if (cutOff && isCutOff(cutOff.name)) wanted.set(cutOff.name, cutOff.wanted);
        // New and unchanged messages stay as well.
        for (const [each, is] of now) wanted.set(each, is);
      }
      mirror = await open(dataDir);
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client, 60_000);
      const now = await seen(mirror, accountId);
      expect([...wanted].map(([name]) => [name, now.get(name) ?? null])).toEqual([...wanted]);
      const made = [...Array(MESSAGES).keys()].map((index) => `letter ${index}`);
      expect(made.filter((name) => !now.has(name) && wanted.get(name) !== null)).toEqual([]);
      expect((await serverState(client)).filter((line) => !line.endsWith("/"))).toHaveLength(now.size);
      const fresh = await MirrorStore.open();
      closing.push(() => fresh.close());
      const freshId = await fresh.addAccount({ port: server.port });
      fresh.start(freshId);
      await upToDate(fresh, freshId);
      expect(await localState(fresh, freshId)).toEqual(await serverState(client));
    });
});
