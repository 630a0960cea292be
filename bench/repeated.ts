/** Repeats an action in a page, and records its times. */
import type { Page } from "@playwright/test";
import type { Shown } from "./conditions.ts";
import { confirmed, timed, type Timing } from "./probe.ts";
import type { Figures } from "./server.ts";
import { summaryOf } from "./timing.ts";

export abstract class Repeated {
  readonly page: Page;
  readonly figures: Figures;
  readonly repetitions: number;
  /** The address of a call that changes something contains one of them. */
  protected abstract readonly calls: readonly string[];

  constructor(page: Page, figures: Figures, repetitions: number) {
    this.page = page;
    this.figures = figures;
    this.repetitions = repetitions;
  }

  /** @param work undefined where there was nothing to measure */
  async median(name: string, work: (index: number) => Promise<Timing | undefined>, count = this.repetitions) {
    const timings: Timing[] = [];
    for (let index = 0; index < count; index++) {
      const timing = await work(index);
      if (timing) timings.push(timing);
    }
    if (timings.length === 0) return;
    this.figures[`${name}, ms`] = Math.round(summaryOf(timings.map(({ shown }) => shown)).median);
    this.figures[`${name}, frames`] = summaryOf(timings.map(({ frames }) => frames)).median;
  }

  /** An action that the server confirms: the time until it is shown, and until the response arrived. */
  async change(name: string, work: (index: number) => Promise<Timing>) {
    const answers: number[] = [];
    await this.median(`${name} painted`, async (index) => {
      const timing = await work(index);
      answers.push(await confirmed(this.page, this.calls));
      return timing;
    });
    this.figures[`${name} confirmed, ms`] = Math.round(summaryOf(answers).median);
  }

  timed(wanted: Shown, act: () => Promise<unknown>, timeoutMs?: number): Promise<Timing> {
    return timed(this.page, wanted, act, timeoutMs);
  }
}
