/** Whether this browser shows notifications, and how it begins and ends: a push subscription and the service worker. */
import {
  type Id,
  type NotifyingSubscription,
  type PushSubscription as Subscription,
  SetFailure,
  VAPID,
} from "@pismo/jmap";
import type { VapidCapability } from "@pismo/jmap";
import { givenSession, request } from "../session/session.ts";

/** unsupported: it cannot; installable: only from the home screen; denied: the person has forbidden it in the browser. */
export type BrowserState = "unsupported" | "installable" | "insecure" | "denied" | "off" | "on";

interface Policy {
  createScriptURL(url: string): string;
}

const path = "/notifications.js";
const isOurs = (url: string): boolean => url === `${path}?lang=ru` || url === `${path}?lang=en`;
/** Missing in browsers that do not know Trusted Types. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
const policy = trustedTypes?.createPolicy("pismo-notifications", {
  createScriptURL(url) {
    if (!isOurs(url)) throw new TypeError("No worker of ours");
    return url;
  },
});

const isAppleMobile = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration("/") : undefined;
}

const subscribed = async (): Promise<PushSubscription | null> =>
  (await (await registered())?.pushManager.getSubscription()) ?? null;

export async function browserState(): Promise<BrowserState> {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isAppleMobile() ? "installable" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscribed()) && (await ownSubscription()) ? "on" : "off";
}

export type NotifiedBrowser = Pick<Subscription, "id" | "deviceClientId" | "expires"> & NotifyingSubscription;

/** The person's browsers. */
export async function notifiedBrowsers(): Promise<NotifiedBrowser[]> {
  const properties = ["id", "deviceClientId", "expires", "notifies", "userAgent"];
  const get = await request((calls) => calls.call("PushSubscription/get", { ids: null, properties }));
  return (get.result().list as NotifiedBrowser[]).filter(({ notifies }) => notifies);
}

export async function removeBrowser(id: Id): Promise<void> {
  const set = await request((calls) => calls.call("PushSubscription/set", { destroy: [id] }));
  const failed = set.result().notDestroyed?.[id];
  if (failed && failed.type !== "notFound") throw new SetFailure(failed);
}

/** By which this browser knows its subscription again: the server gives no addresses out. */
async function deviceIdOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** This browser's, where the server has it. */
export async function ownSubscription(): Promise<NotifiedBrowser | undefined> {
  const here = await subscribed();
  if (!here) return undefined;
  const device = await deviceIdOf(here);
  return (await notifiedBrowsers()).find(({ deviceClientId }) => deviceClientId === device);
}

function octetsOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

async function subscribeHere(language: "ru" | "en"): Promise<PushSubscription> {
  const url = `${path}?lang=${language}`;
  await navigator.serviceWorker.register(policy?.createScriptURL(url) ?? url, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const { applicationServerKey } = givenSession()!.capabilities[VAPID] as VapidCapability;
  const options = { userVisibleOnly: true, applicationServerKey: octetsOf(applicationServerKey) };
  // One that is bound to another key is of an installation that was here before.
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

/** @returns "denied" where the person does not let it @throws SetFailure, and what the browser and the request throw */
export async function turnOnHere(language: "ru" | "en"): Promise<"on" | "denied"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const subscription = await subscribeHere(language);
    const { keys } = subscription.toJSON() as { keys: { p256dh: string; auth: string } };
    const deviceClientId = await deviceIdOf(subscription);
    const old = (await notifiedBrowsers()).filter((each) => each.deviceClientId === deviceClientId);
    const here = { deviceClientId, url: subscription.endpoint, keys, types: [] };
    const create = { here: { ...here, notifies: true, userAgent: navigator.userAgent } };
    const set = await request((calls) =>
      calls.call("PushSubscription/set", { create, destroy: old.map(({ id }) => id) }),
    );
    const failed = set.result().notCreated?.["here"];
    if (failed) throw new SetFailure(failed);
    return "on";
  } catch (error) {
    await leaveBrowser();
    throw error;
  }
}

export async function turnOffHere(): Promise<void> {
  const own = await ownSubscription();
  if (own) await removeBrowser(own.id);
  await leaveBrowser();
}

/** Nothing is pushed here any more, and what is shown goes. */
export async function leaveBrowser(): Promise<void> {
  const worker = await registered();
  if (!worker) return;
  // What the browser's maker has to be told may fail, and the rest goes all the same.
  await (await worker.pushManager.getSubscription())?.unsubscribe().catch(() => false);
  for (const shown of await worker.getNotifications()) shown.close();
  await worker.unregister();
  const { clearAppBadge } = navigator as { clearAppBadge?: () => Promise<void> };
  await clearAppBadge?.call(navigator).catch(() => undefined);
}

/** A page that is open keeps it for longer (RFC 8620 §7.2). */
export async function keepBrowser(): Promise<void> {
  const own = await ownSubscription();
  if (own) await request((calls) => calls.call("PushSubscription/set", { update: { [own.id]: { expires: null } } }));
}
