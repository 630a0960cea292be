/** scripts/: what `npm start` and `npm run dev` share. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const runtime = join(import.meta.dirname, "../../../scripts/runtime.mjs");
const script = `
  import { onEnd } from ${JSON.stringify(runtime)};
  onEnd(() => {
    console.log("told to end");
    process.exit();
  });
  setInterval(() => {}, 1000);
  console.log(process.pid);
`;

/** A script as npm starts it: under a shell. */
async function startUnderShell(env: Record<string, string>) {
  const shell = spawn("/bin/sh", ["-c", '"$0" "$@"; true', process.execPath, "--input-type=module", "-e", script], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await expect.poll(() => output, { timeout: 10_000 }).toMatch(/^\d+\n/);
  return { shell, pid: Number.parseInt(output, 10), output: () => output, closed: once(shell.stdout, "close") };
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"])("a script ends what it started at %s", async (signal) => {
  const { pid, output, closed } = await startUnderShell({});
  process.kill(pid, signal);
  await closed;
  expect(output()).toContain("told to end");
});

test("a script that npm started notices that npm was ended: its shell says nothing", async () => {
  const { shell, output, closed } = await startUnderShell({ npm_lifecycle_event: "start" });
  shell.kill("SIGTERM");
  await closed;
  expect(output()).toContain("told to end");
});

test("a script that was started by hand goes on when its shell ends", async () => {
  const { shell, pid, output } = await startUnderShell({});
  shell.kill("SIGTERM");
  await once(shell, "exit");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(output()).not.toContain("told to end");
  process.kill(pid, "SIGKILL");
});
