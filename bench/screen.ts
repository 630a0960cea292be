/** The page that is measured, and what comes of repeating an act in it. */
import type { Browser, Page } from "@playwright/test";
import { type Shown, shows } from "./conditions.ts";
import { confirmed, installProbe, timed, type Timing, took, usableAfter } from "./probe.ts";
import type { Figures } from "./server.ts";
import { summaryOf } from "./timing.ts";

/** With a row that the pointer can hit beside its controls. */
const besideControls = { position: { x: 500, y: 12 } };

/** @param cookies of who has signed in */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    if (window.top === window) localStorage.setItem("lang", "en");
  });
  await installProbe(context, shows("rows"));
  return context.newPage();
}

export class Screen {
  readonly page: Page;
  readonly figures: Figures;
  readonly repetitions: number;

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

  /** A page that is loaded: when its rows can be seen, and when they can be clicked. @param load gives its page */
  async load(name: string, load: (index: number) => Promise<Page>) {
    const uses: number[] = [];
    await this.median(name, async (index) => {
      const page = await load(index);
      const timing = await took(page);
      uses.push(await usableAfter(page));
      await page.waitForTimeout(300);
      if (page !== this.page) await page.context().close();
      return timing;
    });
    this.figures[`${name} until usable, ms`] = Math.round(summaryOf(uses).median);
  }

  /** An act that the server has to confirm: when it shows, and when the answer is there. */
  async change(name: string, work: (index: number) => Promise<Timing>) {
    const answers: number[] = [];
    await this.median(`${name} painted`, async (index) => {
      const timing = await work(index);
      answers.push(await confirmed(this.page));
      return timing;
    });
    this.figures[`${name} confirmed, ms`] = Math.round(summaryOf(answers).median);
  }

  timed(wanted: Shown, act: () => Promise<unknown>): Promise<Timing> {
    return timed(this.page, wanted, act);
  }

  folder(name: string) {
    return this.page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });
  }

  toInbox(): Promise<Timing> {
    return this.timed(shows("wholeFolder"), () => this.folder("Inbox").click());
  }

  async back(): Promise<Timing> {
    const { page } = this;
    const back = page.getByRole("link", { name: "Back" }).or(page.getByRole("button", { name: "Back" }));
    return this.timed(shows("list"), () => back.first().click());
  }

  /** The letters whose rows lie whole in the window, from top to bottom. */
  inSight(): Promise<string[]> {
    return this.page.locator("[data-letter]").evaluateAll((rows) => {
      const scroller = rows[0]?.closest("ul")?.parentElement?.getBoundingClientRect();
      return rows
        .map((row) => ({ id: (row as HTMLElement).dataset["letter"] ?? "", place: row.getBoundingClientRect() }))
        .filter(({ place }) => scroller && place.top >= scroller.top && place.bottom <= scroller.bottom)
        .toSorted((a, b) => a.place.top - b.place.top)
        .map(({ id }) => id);
    });
  }

  async open(id: string): Promise<Timing> {
    return this.timed(shows("letter", id), () => this.page.locator(`[data-letter="${id}"]`).click(besideControls));
  }

  /** To a share of the list, as the scroll bar does it: until the rows there are drawn. */
  jump(share: number): Promise<Timing> {
    return this.#scroll({ share, by: 0 });
  }

  /** As far as the window is high. */
  nextPage(): Promise<Timing> {
    return this.#scroll({ share: undefined, by: 1 });
  }

  async #scroll(way: { share: number | undefined; by: number }): Promise<Timing> {
    const drawn = await this.page
      .locator("[data-letter]")
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset["letter"]));
    await this.page.evaluate(
      ([wanted, { share, by }]) => {
        const scroller = document.querySelector("[data-letter]")?.closest("ul")?.parentElement;
        if (!scroller) throw new Error("there is no list");
        const target =
          share === undefined
            ? scroller.scrollTop + scroller.clientHeight * by
            : (scroller.scrollHeight - scroller.clientHeight) * share;
        const startedAt = performance.now();
        const isThere = Math.abs(scroller.scrollTop - target) < 1;
        Object.assign(window.benchProbe, { wanted, startedAt, took: isThere ? { shown: 0, frames: 0 } : undefined });
        scroller.scrollTop = target;
        requestAnimationFrame(window.benchProbe.watch);
      },
      [shows("others", drawn.join(" ")), way] as const,
    );
    const result = await took(this.page);
    await this.page.waitForTimeout(300);
    return result;
  }

  /** The list from its top, with all code there: the client fetches it while idle. */
  async begin(url: string): Promise<void> {
    await this.page.goto(url);
    await took(this.page);
    await usableAfter(this.page);
    await this.page.waitForTimeout(4000);
  }
}
