/** A program on the same machine that sends requests as a browser would, as any user. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Owner } from "../servers/process-group.ts";
import { navigation } from "./calls.ts";

const script = `
  const [host, port, path, headers] = JSON.parse(process.argv[1]);
  require("node:http")
    .get({ host, port, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => console.log(JSON.stringify([answer.statusCode, answer.headers["set-cookie"] ?? []])));
    })
    .on("error", (error) => console.log(JSON.stringify([0, [String(error)]])));
`;

export interface Answer {
  status: number;
  /** As they are to be set. */
  cookies: string[];
}

/** GET. @param host the address to connect to @param as the user; left out: ourselves */
export async function askAs(
  as: Owner | undefined,
  { host = "127.0.0.1", port, path = "/inbox" }: { host?: string; port: number; path?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const all = { ...navigation, host: `127.0.0.1:${port}`, ...headers };
  const child = spawn(process.execPath, ["-e", script, JSON.stringify([host, port, path, all])], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    env: {},
    ...(as && { uid: as.uid, gid: as.gid }),
  });
  const [status, cookies] = JSON.parse(await text(child.stdout)) as [number, string[]];
  return { status, cookies };
}
