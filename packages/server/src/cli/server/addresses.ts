/** Where a server is, and why it cannot listen. */
import type { Config } from "../../config.ts";

/** The origin under which a browser reaches us: a server on all addresses is also on the loopback one. */
export function addressOf({ host, publicUrl }: Pick<Config, "host" | "publicUrl">, port: number): string {
  const name = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return publicUrl ?? `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** One clear line for an address that cannot be listened on. */
export const portProblem = (variable: string, port: number, error: unknown, host?: string): Error => {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new Error(`Port ${port} is in use by another program: choose another with ${variable}`);
  if (code === "EACCES") return new Error(`Port ${port} is not ours to take: choose one above 1023 with ${variable}`);
  if (host !== undefined && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    return new Error(`PISMO_HOST must be an address of this machine, and ${host} is none`);
  return new Error(`${variable}=${port}: ${message}`);
};
