/** A server program that can be restarted, on one port and in one folder. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./free-port.ts";
import type { ProcessGroup } from "./process-group.ts";

export interface ServerProgramOptions {
  name: string;
  /** Contains its log, in `log`. */
  dir: string;
  port: number;
  /** In the folder; a killed program does not delete it. */
  pidFile: string;
  launch(): ProcessGroup;
}

export class ServerProgram {
  readonly #options: ServerProgramOptions;
  #process: ProcessGroup | undefined;

  constructor(options: ServerProgramOptions) {
    this.#options = options;
  }

  /** Resolves when it answers. A killed program may hold its port for a moment, so the start is retried. */
  async start(): Promise<void> {
    for (let launches = 1; !(await this.#answersOnceLaunched()); launches++) {
      await this.end();
      if (launches === 5) throw new Error(`${this.#options.name} does not start: ${this.log()}`);
      await sleep(launches * 200);
    }
  }

  /** False where it has ended or stays silent. */
  async #answersOnceLaunched(): Promise<boolean> {
    const { port, launch } = this.#options;
    const started = (this.#process = launch());
    for (let tries = 0; tries < 1000 && started.isRunning(); tries++) {
      if (await answers(port)) return true;
      await sleep(10);
    }
    return false;
  }

  async end(): Promise<void> {
    const { dir, port, pidFile } = this.#options;
    await this.#process?.end();
    // Its children end with the shell, or a moment later. What answers for longer is another program.
    for (let tries = 0; tries < 400 && (await answers(port)); tries++) await sleep(5);
    rmSync(join(dir, pidFile), { force: true });
  }

  async restart(): Promise<void> {
    await this.end();
    await this.start();
  }

  log(): string {
    const file = join(this.#options.dir, "log");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }
}
