/** Notifications without the service of a browser's maker: the test's hands what it gets to the worker. */
import type { BrowserContext, CDPSession, Page, Worker } from "@playwright/test";
import { type PushServiceOfTests, startPushService } from "../../packages/server/test/support/push-service.ts";
import { fixture } from "./fixture.ts";
import { expect, test as base } from "./story.ts";

export const test = base.extend<{ service: PushServiceOfTests }>({
  service: fixture(startPushService, (service) => service.close()),
});

/** The browser's part of a subscription: an address of the test's service. @returns whether there is one */
export async function subscribeAt(context: BrowserContext, service: PushServiceOfTests): Promise<() => boolean> {
  const endpoint = service.newEndpoint();
  let isSubscribed = false;
  await context.exposeFunction("pushAddress", (change?: boolean) => {
    isSubscribed = change ?? isSubscribed;
    return isSubscribed ? endpoint : null;
  });
  await context.addInitScript(() => {
    if (!("PushManager" in window)) return;
    interface Exposed {
      pushAddress(change?: boolean): Promise<{ url: string; keys: object } | null>;
    }
    const pushAddress = (change?: boolean) => (window as unknown as Exposed).pushAddress(change);
    const asked = async (change?: boolean) => {
      const given = await pushAddress(change);
      if (!given) return null;
      const toJSON = () => ({ endpoint: given.url, keys: given.keys });
      return { endpoint: given.url, toJSON, unsubscribe: async () => (await pushAddress(false)) === null };
    };
    Object.assign(PushManager.prototype, { subscribe: () => asked(true), getSubscription: () => asked() });
  });
  return () => isSubscribed;
}

interface Delivering {
  /** Hands what the service gets next to the worker. */
  next(): Promise<void>;
}

export async function delivering(page: Page, origin: string, service: PushServiceOfTests): Promise<Delivering> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  let registrationId: string | undefined;
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
  });
  await cdp.send("ServiceWorker.enable");
  let delivered = 0;
  return {
    async next() {
      await expect.poll(() => service.pushed.length).toBeGreaterThan(delivered);
      await expect.poll(() => registrationId).toBeDefined();
      const data = JSON.stringify(service.pushed[delivered++]!.message);
      await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId: registrationId!, data });
    },
  };
}

export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
}

export const words = {
  en: {
    here: "Notifications in this browser",
    on: "Notifications are on in this browser",
    denied: /blocked in the browser/,
    actions: ["Archive", "Mark as read", "Reply"],
    subject: "Subject",
    unread: /^Unread/,
  },
  ru: {
    here: "Уведомления в этом браузере",
    on: "Уведомления включены в этом браузере",
    denied: /запрещены в браузере/,
    actions: ["В архив", "Прочитано", "Ответить"],
    subject: "Тема",
    unread: /^Непрочитанное/,
  },
} as const;

export async function turnOn(page: Page, url: string, w: (typeof words)["en" | "ru"]): Promise<void> {
  await page.goto(`${url}/settings/notifications`);
  const here = page.getByRole("switch", { name: w.here });
  await expect(here).toBeEnabled();
  await expect(here).not.toBeChecked();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await here.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(w.on)).toBeVisible();
  await expect(here).toBeChecked();
}
