/** A server program of our own that is started and ended more than once, on one port and in one folder. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./free-port.ts";
import type { OwnProcess } from "./own-process.ts";

export interface OwnServerOptions {
  name: string;
  /** It has its log there, in `log`. */
  dir: string;
  port: number;
  /** In the folder; a program that is killed leaves it behind. */
  pidFile: string;
  launch(): OwnProcess;
}

export class OwnServer {
  readonly #options: OwnServerOptions;
  #process: OwnProcess | undefined;

  constructor(options: OwnServerOptions) {
    this.#options = options;
  }

  /** Until it answers. What a killed program held may be free a moment after it is gone: whoever cannot start tries again. */
  async start(): Promise<void> {
    for (let launches = 1; !(await this.#answersOnceLaunched()); launches++) {
      await this.end();
      if (launches === 5) throw new Error(`${this.#options.name} does not start: ${this.log()}`);
      await sleep(launches * 200);
    }
  }

  /** Whether it got so far; if not, it has ended or says nothing. */
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
    // The shell is gone; what it started goes in the same moment, or the next. What answers for longer is somebody else's.
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
