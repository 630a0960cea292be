import { MethodError, REMOTE_IMAGES, type RemoteImageSignArgs } from "@pismo/jmap";
import { checkArguments, id, list, type Shape, string } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<RemoteImageSignArgs> = { accountId: id, urls: list(string) };
const MAX_URL_CHARS = 4096;

const isWeb = (url: string): boolean => url.length <= MAX_URL_CHARS && /^https?:$/.test(URL.parse(url)?.protocol ?? "");

/** RemoteImage/sign: an extension of ours, see REMOTE_IMAGES. */
export const sign: Method<"RemoteImage/sign"> = {
  capability: REMOTE_IMAGES,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, urls }, { context }) {
    if (urls.length > context.limits.maxObjectsInGet) throw new MethodError("requestTooLarge");
    const signed = Object.fromEntries(urls.filter(isWeb).map((url) => [url, context.signImage(accountId, url)]));
    return { accountId, signed };
  },
};
