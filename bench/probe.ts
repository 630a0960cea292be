/**
 * From a person's act to the frame that shows what came of it, measured inside the page: begun by the time stamp of the
 * trusted event (or of the navigation), ended by the frame after the one in which a condition first holds. Roundcube was
 * measured in the same way: nothing can read below one frame, and what the next frame shows reads one to two.
 */
import type { BrowserContext, Page } from "@playwright/test";
import type { Conditions, Shown } from "./conditions.ts";

export interface Timing {
  /** Milliseconds. */
  shown: number;
  /** Which frame after the act showed it: 1 is the next one. */
  frames: number;
}

interface Probe {
  wanted: Shown | undefined;
  /** Of the page's clock; undefined until the first trusted event. */
  startedAt: number | undefined;
  took: Timing | undefined;
  /** Milliseconds from the navigation until the rows can be clicked. */
  usable: number | undefined;
  watch(frameAt: number): void;
}

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

/**
 * Runs in the page before its own code; every new document waits for `first`, counted from its navigation, unless an act in
 * the document before it led here and has not been shown yet.
 */
function install(known: Conditions, first: Shown): void {
  if (window.top !== window || !location.protocol.startsWith("http")) return;
  performance.setResourceTimingBufferSize(20_000);
  const before = sessionStorage.getItem("bench");
  sessionStorage.removeItem("bench");
  const begun = before === null ? undefined : (JSON.parse(before) as { wanted: Shown; at: number });
  const probe: Probe = {
    wanted: begun?.wanted ?? first,
    startedAt: begun ? begun.at - performance.timeOrigin : 0,
    took: undefined,
    usable: undefined,
    watch(frameAt) {
      const { wanted, startedAt } = probe;
      if (!wanted) return;
      if (startedAt === undefined || !known[wanted.name]?.(...wanted.args)) {
        requestAnimationFrame(probe.watch);
        return;
      }
      probe.wanted = undefined;
      const frames = Math.max(1, Math.ceil((frameAt - startedAt) / (1000 / 60) - 0.1));
      requestAnimationFrame(() => {
        probe.took = { shown: performance.now() - startedAt, frames };
      });
    },
  };
  window.benchProbe = probe;
  // What is pasted or dictated comes without a key.
  for (const type of ["pointerdown", "keydown", "input"]) {
    const start = (event: Event): void => {
      if (event.isTrusted && probe.wanted) probe.startedAt ??= event.timeStamp;
    };
    window.addEventListener(type, start, { capture: true, passive: true });
  }
  window.addEventListener("pagehide", () => {
    const { wanted, startedAt } = probe;
    // What was counted from a navigation is over with the document.
    if (!wanted || !startedAt) return;
    sessionStorage.setItem("bench", JSON.stringify({ wanted, at: performance.timeOrigin + startedAt }));
  });
  requestAnimationFrame(probe.watch);
  const watchUse = (): void => {
    if (known["usable"]?.()) requestAnimationFrame(() => (probe.usable = performance.now()));
    else requestAnimationFrame(watchUse);
  };
  // Where rows are seen no sooner than they can be used, there is nothing to find.
  if (known["usable"]) requestAnimationFrame(watchUse);
}

/** Without eval, which the page's policy forbids. */
export function installProbe(context: BrowserContext, conditions: Conditions, first: Shown): Promise<unknown> {
  const known = Object.entries(conditions).map(([name, condition]) => `${name}: ${String(condition)}`);
  return context.addInitScript({ content: `(${String(install)})({${known.join(",\n")}}, ${JSON.stringify(first)})` });
}

/** For a new window, in ms. */
const settling = 1500;

/** An empty page, at rest. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.waitForTimeout(settling);
  return page;
}

/** How long what is being waited for took. @param timeoutMs until it fails */
export async function took(page: Page, timeoutMs = 60_000): Promise<Timing> {
  const handle = await page.waitForFunction(() => window.benchProbe?.took, undefined, { timeout: timeoutMs });
  return (await handle.jsonValue()) ?? { shown: 0, frames: 0 };
}

/** Longer than most loads take, in ms. */
const undisturbed = 1500;

/**
 * How long a load took. Nothing is asked of the page before it is over: what asks is a script that the browser has to read first,
 * on the same cores.
 * @param load until the document has begun
 */
export async function tookToLoad(page: Page, load: () => Promise<unknown>): Promise<Timing> {
  await load();
  await page.waitForTimeout(undisturbed);
  return took(page);
}

/** When the rows of a page that is loading could be clicked. */
export async function usableAfter(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.benchProbe?.usable, undefined, { timeout: 60_000 });
  return (await handle.jsonValue()) ?? 0;
}

/** What the act left to do must not weigh on the next one. */
const pause = 300;

/** From the first event of `act` until it shows. */
export async function timed(
  page: Page,
  wanted: Shown,
  act: () => Promise<unknown>,
  timeoutMs?: number,
): Promise<Timing> {
  await page.evaluate((next) => {
    Object.assign(window.benchProbe, { wanted: next, startedAt: undefined, took: undefined });
    requestAnimationFrame(window.benchProbe.watch);
  }, wanted);
  await act();
  const result = await took(page, timeoutMs);
  await page.waitForTimeout(pause);
  return result;
}

/**
 * Milliseconds from the event that began the last act until the server's answer to its first call was there.
 * @param calls the address of such a call contains one of them
 */
export async function confirmed(page: Page, calls: readonly string[]): Promise<number> {
  const handle = await page.waitForFunction((wanted) => {
    const { startedAt } = window.benchProbe;
    const answer = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).find(
      ({ name, startTime }) => wanted.some((call) => name.includes(call)) && startTime >= (startedAt ?? Infinity),
    );
    return answer && startedAt !== undefined ? answer.responseEnd - startedAt : undefined;
  }, calls);
  return (await handle.jsonValue()) ?? 0;
}
