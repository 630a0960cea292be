/** What a server's push messages are sent by. */
import { isLoopbackName } from "../auth/request-origin.ts";
import type { PushRules } from "./push-request.ts";
import { createVapid } from "./vapid.ts";

/** @param vapidKey 32 secret octets that persist */
export function pushRules(
  vapidKey: Uint8Array,
  { host, publicUrl }: { host: string; publicUrl: string | undefined },
): PushRules {
  const contact = publicUrl?.startsWith("https:") ? publicUrl : undefined;
  return {
    mayCallLoopback: publicUrl === undefined && isLoopbackName(host),
    vapid: createVapid(vapidKey, contact),
  };
}
