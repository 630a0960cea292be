/** PISMO_LOG_FORMAT=json: what a log collector reads, from the main thread and from the bridge's. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { commandLine, type CommandLine } from "../support/command-line.ts";

// The test starts several processes, on a machine that may be busy.

let dovecot: Dovecot | undefined;
let pismo: CommandLine;

beforeAll(async () => {
  if (canRunDovecot) dovecot = await startDovecot({ password: "pässword-17" });
});
afterAll(() => dovecot?.stop());
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

const objects = (lines: string): unknown[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test.skipIf(!canRunDovecot)("each line of the log is one object, of whichever thread", async () => {
  const { certificate, tlsPort } = dovecot!;
  const file = join(pismo.dataDir, "../ca.pem");
  writeFileSync(file, certificate);
  const trust = { NODE_EXTRA_CA_CERTS: file };
  const add = ["account", "add", "--imap", `imaps://localhost:${tlsPort}`, "--user", "ann@example.org"];
  expect(await pismo.run(add, trust, "pässword-17\n")).toMatchObject({ code: 0 });

  const server = await pismo.serve({ ...trust, PISMO_LOG_FORMAT: "json" });
  await eventually(() => expect(server.stderr).toContain("Connected to the IMAP server"));
  server.child.kill("SIGTERM");
  await server.ended;

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const lines = objects(server.stderr);
  expect(lines).toContainEqual({
    time,
    level: "info",
    message: "Connected to the IMAP server",
    accountId: expect.any(String),
    host: "localhost",
  });
  expect(lines).toContainEqual({ time, level: "info", message: "ending" });
});
