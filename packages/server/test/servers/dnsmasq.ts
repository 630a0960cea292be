/** A real DNS server on a free loopback port, without upstream servers. */
import { type ChildProcess, spawn } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const binary = "/usr/sbin/dnsmasq";
export const canRunDnsmasq = existsSync(binary);

export interface Dnsmasq {
  /** address:port */
  server: string;
  stop(): Promise<void>;
}

export interface Zone {
  /** Names that resolve to 127.0.0.1. */
  hosts?: readonly string[];
  srv?: readonly { name: string; target: string; port: number; priority?: number; weight?: number }[];
  mx?: readonly { domain: string; exchange: string; preference?: number }[];
}

export async function startDnsmasq({ hosts = [], srv = [], mx = [] }: Zone): Promise<Dnsmasq> {
  const port = await freePort();
  const server = `127.0.0.1:${port}`;
  const args = [
    "--keep-in-foreground",
    "--conf-file=/dev/null",
    "--no-resolv",
    "--no-hosts",
    "--no-daemon",
    "--pid-file",
    "--listen-address=127.0.0.1",
    "--bind-interfaces",
    `--port=${port}`,
    "--host-record=ready.test,127.0.0.1",
    ...hosts.map((name) => `--host-record=${name},127.0.0.1`),
    ...srv.map(
      (each) => `--srv-host=${each.name},${each.target},${each.port},${each.priority ?? 0},${each.weight ?? 0}`,
    ),
    ...mx.map(({ domain, exchange, preference = 10 }) => `--mx-host=${domain},${exchange},${preference}`),
    // Unknown names get NXDOMAIN at once.
    "--address=/#/",
  ];
  const child: ChildProcess = spawn(binary, args, { stdio: "ignore" });
  const last = () => void child.kill("SIGKILL");
  process.once("exit", last);
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers([server]);
  for (let tries = 0; ; tries++) {
    const answer = await resolver.resolve4("ready.test").catch(() => undefined);
    if (answer) break;
    if (tries > 200 || child.exitCode !== null) throw new Error("dnsmasq does not start");
    await sleep(10);
  }
  return {
    server,
    async stop() {
      process.off("exit", last);
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
