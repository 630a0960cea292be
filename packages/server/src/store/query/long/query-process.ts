/** A child process for long queries: unlike a thread it can be killed while SQLite is running. */
import { MethodError } from "@pismo/jmap";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { StoreError } from "../../db/errors.ts";
import type { ChildData, QueryAnswer } from "./query-child.ts";
import type { QueryRunner, QueryTask } from "./query-runner.ts";

/** Garbage is collected early; a query that needs more memory than this ends its process alone. */
const execArgv = ["--max-semi-space-size=4", "--max-old-space-size=512"];

export class QueryProcess implements QueryRunner {
  readonly #child: ChildProcess;
  #onAnswer: ((answer: Exclude<QueryAnswer, { isReady: true }>) => void) | undefined;
  /** Never settles where the process ends before. */
  readonly ready: Promise<void>;
  readonly #exited: Promise<unknown>;

  /** @param onEnd called when the process has ended by itself */
  constructor(data: ChildData, onEnd: () => void) {
    // Under `node --watch` processes report their imports as messages, which would be taken for answers.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const child = fork(new URL("./query-child.ts", import.meta.url), [JSON.stringify(data)], {
      env,
      execArgv,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child = child;
    this.#exited = once(child, "exit").catch(() => undefined);
    this.ready = new Promise((resolve) => {
      child.on("message", (message) => {
        const answer = message as QueryAnswer;
        if ("isReady" in answer) resolve();
        else this.#onAnswer?.(answer);
      });
    });
    child.on("exit", onEnd);
    child.on("error", onEnd);
    this.#setReferenced(false);
  }

  /** undefined when the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** One task at a time. Never settles once the process has ended. @throws MethodError, StoreError */
  async run(task: QueryTask): Promise<unknown> {
    this.#setReferenced(true);
    const answer = await new Promise<Exclude<QueryAnswer, { isReady: true }>>((resolve) => {
      this.#onAnswer = resolve;
      // A failed send means that the process has ended, which onEnd reports.
      this.#child.send(task, () => {});
    });
    this.#onAnswer = undefined;
    this.#setReferenced(false);
    if ("result" in answer) return answer.result;
    if ("method" in answer) throw new MethodError(answer.method, undefined, answer.details);
    throw answer.store ? new StoreError(answer.store, answer.description) : new Error(answer.description);
  }

  /** Kills the process. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    if (this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null) {
      await this.#exited;
    }
  }

  /** The child keeps this process alive only while it runs a task. */
  #setReferenced(isReferenced: boolean): void {
    const { channel } = this.#child;
    if (isReferenced) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }
}
