/** The development server of the web client, in front of a server (`npm run dev`). */
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "./servers/free-port.ts";
import { mailOwner } from "./servers/process-group.ts";
import { askAs } from "./support/neighbour.ts";
import { type TestServer, testServer } from "./support/server.ts";

const root = join(import.meta.dirname, "../../web");

let server: TestServer;
let dev: ViteDevServer;
let port: number;
beforeEach(async () => {
  port = await freePort();
  server = await testServer({ devOrigin: `http://127.0.0.1:${port}` });
  vi.stubEnv("PISMO_DEV_BACKEND", await server.listen());
  dev = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "silent",
    server: { port, strictPort: true, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await dev.listen();
});
afterEach(async () => {
  await dev.close();
  vi.unstubAllEnvs();
  await server.close();
});

const ownPage = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
const session = { path: "/.well-known/jmap" };

test.runIf(process.platform === "linux")("hands on for our own user, whose browser gets in by itself", async () => {
  const answer = await askAs(undefined, { port, ...session }, ownPage);
  expect(answer).toEqual({ status: 200, cookies: [expect.stringContaining(`pismo_session_${port}=`)] });
});

test.runIf(process.getuid?.() === 0)("lets no other user in", async () => {
  const answer = await askAs(mailOwner(), { port, ...session }, ownPage);
  expect(answer).toEqual({ status: 401, cookies: [] });
});

test("hands on what stands below /auth", async () => {
  const { status, cookies } = await askAs(undefined, { port, path: await server.link() });
  expect([status, cookies.length]).toEqual([303, 1]);
});
