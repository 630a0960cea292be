/** A server program that ends with the bench, however that ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** php-fpm leaves the group that it was started in, so it is ended by name: when standard input does. */
const withParent = '"$@" & pid=$!; read _; kill -TERM $pid; wait $pid';

/** @returns what ends it */
export function startDaemon(program: string, args: readonly string[]): () => Promise<void> {
  const child = spawn("/bin/sh", ["-c", withParent, "sh", program, ...args], {
    stdio: ["pipe", "ignore", "ignore"],
    // An interrupt in the terminal would end the shell before it has ended the program.
    detached: true,
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const closed = once(child, "close");
  return async () => {
    child.stdin.end();
    await closed;
  };
}
