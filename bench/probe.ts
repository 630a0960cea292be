/**
 * From a person's act to the frame that shows what came of it, measured inside the page: begun by the time stamp of the
 * trusted event (or of the navigation), ended by the frame after the one in which a condition first holds.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { conditions, type Shown } from "./conditions.ts";

interface Probe {
  wanted: Shown | undefined;
  /** Of the page's clock; undefined until the first trusted event. */
  startedAt: number | undefined;
  took: number | undefined;
  watch(): void;
}

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

/** Runs in the page before its own code; every new document waits for `first`, counted from its navigation. */
function install(known: Record<string, (...args: string[]) => boolean>, first: Shown): void {
  if (window.top !== window) return;
  const probe: Probe = {
    wanted: first,
    startedAt: 0,
    took: undefined,
    watch() {
      const { wanted, startedAt } = probe;
      if (!wanted) return;
      if (startedAt === undefined || !known[wanted.name]?.(...wanted.args)) {
        requestAnimationFrame(probe.watch);
        return;
      }
      probe.wanted = undefined;
      requestAnimationFrame(() => {
        probe.took = performance.now() - startedAt;
      });
    },
  };
  window.benchProbe = probe;
  for (const type of ["pointerdown", "keydown"]) {
    const start = (event: Event): void => {
      if (event.isTrusted && probe.wanted) probe.startedAt ??= event.timeStamp;
    };
    window.addEventListener(type, start, { capture: true, passive: true });
  }
  requestAnimationFrame(probe.watch);
}

/** Without eval, which the page's policy forbids. */
export function installProbe(context: BrowserContext, first: Shown): Promise<unknown> {
  const known = Object.entries(conditions).map(([name, condition]) => `${name}: ${String(condition)}`);
  return context.addInitScript({ content: `(${String(install)})({${known.join(",\n")}}, ${JSON.stringify(first)})` });
}

/** Milliseconds of what is being waited for. */
export async function took(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.benchProbe?.took, undefined, { timeout: 60_000 });
  return (await handle.jsonValue()) ?? 0;
}

/** Milliseconds from the first event of `act` until it shows. */
export async function timed(page: Page, wanted: Shown, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate((next) => {
    Object.assign(window.benchProbe, { wanted: next, startedAt: undefined, took: undefined });
    window.benchProbe.watch();
  }, wanted);
  await act();
  const result = await took(page);
  // What the act left to do must not weigh on the next one.
  await page.waitForTimeout(300);
  return result;
}
