/** A real server of its own for a story: fresh data directory, free ports, the command line beside it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { JmapClient } from "@pismo/jmap";
import { createTransport } from "nodemailer";
import type Mail from "nodemailer/lib/mailer/index.js";
import { freePort } from "../../packages/server/test/servers/free-port.ts";
import { canBeReused, type ReusedServer, runReused, startReusedServer } from "./reused-process.ts";

const main = join(import.meta.dirname, "../../packages/server/src/main.ts");

export interface PismoServer {
  url: string;
  smtpPort: number;
  dataDir: string;
  /** Runs a command of `pismo` on the server's data directory and gives what it printed. */
  pismo(...args: string[]): Promise<string>;
  /** A client with a token of its own, for one mailbox or for all. */
  client(mailbox?: string): Promise<JmapClient>;
  /** Delivers over SMTP; resolves when the server has said 250. */
  deliver(email: Mail.Options): Promise<void>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

interface ServerOptions {
  /** Whether it runs in a process that ran others before, which starts at once; otherwise in one of its own. */
  isReused?: boolean;
}

export async function createServerFor(
  env: Record<string, string> = {},
  { isReused = false }: ServerOptions = {},
): Promise<PismoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "pismo-e2e-"));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const environment = {
    ...process.env,
    PISMO_DATA_DIR: dataDir,
    PISMO_PORT: String(port),
    PISMO_SMTP_PORT: String(smtpPort),
    PISMO_SAMPLE: "no",
    ...env,
  };
  const url = `http://127.0.0.1:${port}`;
  const reuses = isReused && canBeReused(env);
  let reused: ReusedServer | undefined;
  let child: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const [running, runningReused] = [child, reused];
    child = reused = undefined;
    if (runningReused) return signal === "SIGKILL" ? runningReused.kill() : runningReused.end();
    if (!running || running.exitCode !== null) return;
    const closed = new Promise((resolve) => running.once("close", resolve));
    running.kill(signal);
    await closed;
  };

  const server: PismoServer = {
    url,
    smtpPort,
    dataDir,
    async start() {
      if (reuses) {
        reused = await startReusedServer(environment);
        return;
      }
      let output = "";
      child = spawn(process.execPath, [main, "serve"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
      child.stdout?.on("data", (chunk) => (output += chunk));
      child.stderr?.on("data", (chunk) => (output += chunk));
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`);
        const answer = await fetch(`${url}/`).catch(() => undefined);
        if (answer) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async pismo(...args) {
      if (reuses) return runReused(args, environment);
      const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env: environment });
      return stdout;
    },
    async client(mailbox) {
      const output = await server.pismo("token", "create", "e2e", ...(mailbox ? ["--mailbox", mailbox] : []));
      const token = /pismo_[\w-]+/.exec(output)?.[0];
      if (!token) throw new Error(`No token in: ${output}`);
      return new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers: { authorization: `Bearer ${token}` } });
    },
    async deliver(email) {
      const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true });
      await transport.sendMail({ to: "you@pismo.localhost", ...email });
      transport.close();
    },
    kill: () => end("SIGKILL"),
    async remove() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
