/** The page that is measured. */
import type { Browser, Page } from "@playwright/test";
import { conditions, shows } from "./conditions.ts";
import { installProbe, openPage, type Timing, took, tookToLoad, usableAfter } from "./probe.ts";
import { Repeated } from "./repeated.ts";
import { summaryOf } from "./timing.ts";

/** With a row that the pointer can hit beside its controls. */
const besideControls = { position: { x: 500, y: 12 } };

/** @param cookies of who has signed in */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    if (window.top === window) localStorage.setItem("lang", "en");
  });
  await installProbe(context, conditions, shows("rows"));
  return openPage(context);
}

export class Screen extends Repeated {
  protected override readonly calls = ["/jmap/api"];

  /** A page that is loaded: when its rows can be seen, and when they can be clicked. @param open gives a page for it */
  async load(name: string, open: (index: number) => Promise<Page>, load: (page: Page) => Promise<unknown>) {
    const uses: number[] = [];
    await this.median(name, async (index) => {
      const page = await open(index);
      const timing = await tookToLoad(page, () => load(page));
      uses.push(await usableAfter(page));
      await page.waitForTimeout(300);
      if (page !== this.page) await page.context().close();
      return timing;
    });
    this.figures[`${name} until usable, ms`] = Math.round(summaryOf(uses).median);
  }

  folder(name: string) {
    return this.page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });
  }

  toInbox(): Promise<Timing> {
    return this.timed(shows("fullFolder"), () => this.folder("Inbox").click());
  }

  async back(): Promise<Timing> {
    const { page } = this;
    const back = page.getByRole("link", { name: "Back" }).or(page.getByRole("button", { name: "Back" }));
    return this.timed(shows("list"), () => back.first().click());
  }

  /** The Emails whose rows are wholly visible, from top to bottom. */
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
    return this.timed(shows("message", id), () => this.page.locator(`[data-letter="${id}"]`).click(besideControls));
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
