/** `pismo serve` with PISMO_METRICS_PORT. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandLine, type CommandLine } from "./support/command-line.ts";

// Each test starts several processes, on a machine that may be busy.

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

test("no port is opened unless one is asked for, and the port of the pages never has them", async () => {
  const { url, stdout } = await pismo.serve();
  expect(stdout).not.toContain("Metrics");
  expect((await fetch(`${url}/metrics`)).headers.get("content-type")).not.toContain("version=");
});

test("the start names the address; blobs that cannot be written are counted", async () => {
  // A file may have 20 MB here, in blocks of 512 octets.
  const { url, stdout } = await pismo.serve({ PISMO_METRICS_PORT: "0" }, "ulimit -f 40000;");
  const metrics = /^Metrics: (\S+)$/m.exec(stdout)![1]!;
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const authorization = `Bearer ${(await pismo.run(["token", "create"])).stdout.trim()}`;
  const body = new Uint8Array(30 * 2 ** 20);
  const upload = await fetch(`${url}/jmap/upload/a1/`, { method: "POST", headers: { authorization }, body });
  expect(upload.status).toBe(507);

  const response = await fetch(metrics);
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  const text = await response.text();
  expect(text).toMatch(/^pismo_blob_errors_total\{kind="diskFull"\} 1$/m);
  expect(text).toMatch(
    /^pismo_http_requests_total\{method="POST",route="\/jmap\/upload\/:accountId\/",status="507"\} 1$/m,
  );
  expect(text).toMatch(/^pismo_database_up 1$/m);
});

test("a port that another program has ends the start with one clear line", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const port = String((other.address() as AddressInfo).port);
  const { code, stderr } = await pismo.run(["serve"], { PISMO_METRICS_PORT: port });
  other.close();
  expect([code, stderr]).toEqual([
    1,
    `Port ${port} is in use by another program: choose another with PISMO_METRICS_PORT\n`,
  ]);
});
