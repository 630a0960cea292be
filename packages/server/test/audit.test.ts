/** scripts/audit.mjs, against a registry of the test's own. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../../scripts/audit.mjs");

/** @param answer to the question for advisories; undefined: such a registry as knows no such question */
async function audit(answer?: object): Promise<{ code: number; output: string }> {
  const registry = createServer((request, response) => {
    request.resume();
    if (answer && request.url?.endsWith("/advisories/bulk")) {
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    } else response.writeHead(405).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  // npm remembers advisories by their numbers.
  const npm_config_cache = mkdtempSync(join(tmpdir(), "pismo-npm-"));
  const env = { ...process.env, npm_config_registry, npm_config_cache };
  try {
    return await new Promise((resolve) => {
      execFile("node", [script], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  } finally {
    registry.closeAllConnections();
    registry.close();
    rmSync(npm_config_cache, { recursive: true });
  }
}

const advisory = (severity: string) => ({
  id: 1,
  url: "https://advisories.example/1",
  title: "A hole",
  severity,
  vulnerable_versions: "<1000.0.0",
});

test("a hole of high severity in a dependency in production fails, and is named", async () => {
  const { code, output } = await audit({ fastify: [advisory("high")] });
  expect(code).toBe(1);
  expect(output).toContain("A hole (https://advisories.example/1)");
});

test("a lesser one, and one in a tool for developers, do not", async () => {
  const { code, output } = await audit({ fastify: [advisory("low")], vitest: [advisory("critical")] });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("No dependency") as unknown });
});

test("a registry that cannot be asked fails nothing, and that is said", async () => {
  const { code, output } = await audit();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("were NOT looked for") as unknown });
});
