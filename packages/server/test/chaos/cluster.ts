/** Three `pismo serve` on one PostgreSQL, behind TCP balancers, with everything that can happen to them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../../../../scripts/postgres.mjs";
import { answers, freePort } from "../servers/free-port.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

const RESTART_MS = 300;

interface Node {
  httpPort: number;
  smtpPort: number;
  child: ChildProcess;
}

/** Forwards each connection to one of the ports that answer. */
class Balancer {
  readonly #server = createServer((client) => void this.#forward(client));
  readonly #sockets = new Set<Socket>();
  readonly #ports: () => number[];
  port = 0;

  constructor(ports: () => number[]) {
    this.#ports = ports;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    ({ port: this.port } = this.#server.address() as AddressInfo);
  }

  /** Cuts a part of the connections. */
  cut(share: number, random: () => number): void {
    for (const socket of this.#sockets) if (random() < share) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut(1, () => 0);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(client: Socket): Promise<void> {
    client.on("error", () => client.destroy());
    const ports = this.#ports().toSorted(() => Math.random() - 0.5);
    for (const port of ports) {
      const server = connect(port, "127.0.0.1");
      try {
        await once(server, "connect");
      } catch {
        continue;
      }
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
      return;
    }
    client.destroy();
  }
}

export class Cluster {
  /** Balanced. */
  readonly http = new Balancer(() => this.#nodes.map(({ httpPort }) => httpPort));
  readonly smtp = new Balancer(() => this.#nodes.map(({ smtpPort }) => smtpPort));
  readonly #nodes: Node[] = [];
  readonly #env: Record<string, string>;
  readonly #postgres: Awaited<ReturnType<typeof startPostgres>>;
  /** What the processes have written to their logs. */
  log = "";
  #isClosed = false;

  private constructor(postgres: Awaited<ReturnType<typeof startPostgres>>, env: Record<string, string>) {
    this.#postgres = postgres;
    this.#env = env;
  }

  static async start(size: number, env: Record<string, string>): Promise<Cluster> {
    const postgres = await startPostgres({ isDurable: true });
    const cluster = new Cluster(postgres, { ...env, PISMO_DATABASE_URL: postgres.url });
    await Promise.all([cluster.http.listen(), cluster.smtp.listen()]);
    cluster.#env["PISMO_PUBLIC_URL"] = cluster.url;
    const ports = await Promise.all(Array.from({ length: size * 2 }, freePort));
    for (let index = 0; index < size; index++) {
      const [httpPort, smtpPort] = [ports[index * 2]!, ports[index * 2 + 1]!];
      const node = { httpPort, smtpPort, child: undefined as never };
      cluster.#nodes.push(node);
      cluster.#start(node);
    }
    await cluster.ready();
    return cluster;
  }

  get databaseUrl(): string {
    return this.#postgres.url;
  }

  get url(): string {
    return `http://127.0.0.1:${this.http.port}`;
  }

  /** Runs a command of the same settings. @returns its output */
  async run(...args: string[]): Promise<string> {
    const child = spawn(process.execPath, [main, ...args], { env: this.#env, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    await once(child, "close");
    return output.trim();
  }

  /** kill -9 of one process, which is started again. */
  async kill(index: number): Promise<void> {
    await this.#end(index, "SIGKILL");
  }

  /** Ends one process in order, as an update does, and starts it again. */
  async replace(index: number): Promise<void> {
    await this.#end(index, "SIGTERM");
    await sleep(RESTART_MS);
    await this.ready();
  }

  /** Kills the database and starts it again. */
  restartDatabase(): void {
    this.#postgres.restart();
  }

  cutConnections(random: () => number): void {
    this.http.cut(0.5, random);
    this.smtp.cut(0.5, random);
  }

  /** Every process answers. */
  async ready(): Promise<void> {
    for (const { httpPort } of this.#nodes) {
      while (!(await isReady(httpPort))) await sleep(50);
    }
    for (const { smtpPort } of this.#nodes) while (!(await answers(smtpPort))) await sleep(50);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.http.close(), this.smtp.close()]);
    for (const { child } of this.#nodes) {
      if (!isRunning(child)) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    this.#postgres.stop();
  }

  async #end(index: number, signal: NodeJS.Signals): Promise<void> {
    const { child } = this.#nodes[index]!;
    child.kill(signal);
    if (isRunning(child)) await once(child, "exit");
  }

  #start(node: Node): void {
    node.child = this.#spawn(node);
    // As a supervisor does: one that has found no database ends at once.
    node.child.once("exit", () => {
      setTimeout(() => {
        if (!this.#isClosed) this.#start(node);
      }, RESTART_MS);
    });
  }

  #spawn({ httpPort, smtpPort }: Omit<Node, "child">): ChildProcess {
    const env = { ...this.#env, PISMO_PORT: String(httpPort), PISMO_SMTP_PORT: String(smtpPort) };
    const child = spawn(process.execPath, [main, "serve"], { env, stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    return child;
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
