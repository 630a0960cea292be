/** Where links lead: without what only follows the reader, and with a word where the text says otherwise. Pure. */
import { isDeceptiveHost, isSameSite, readableHost } from "./hosts.ts";
import { hostsIn } from "./shown-hosts.ts";

/** Parameters that tell the other side who clicked, and in which message; the page is the same without them. */
const tracking = new RegExp(
  `^(?:${[
    "utm_.+",
    "fbclid|gclid|gclsrc|dclid|gbraid|wbraid|srsltid|_gl|_ga",
    "yclid|ysclid|_openstat|frommarket|yadclid|yadordid",
    "mc_[ce]id|mkt_tok|msclkid|twclid|ttclid|li_fat_id|igshid|igsh|s_cid",
    "_hs(?:enc|mi)|__hs(?:fp|sc|tc)|hs(?:ctatracking|enc)",
    "vero_(?:id|conv)|oly_(?:enc|anon)_id|_kx|_ke|klaviyo.*|ml_subscriber(?:_hash)?|mindbox-.+|sc_src|sc_[lu]id",
    "ref_src|spm|wickedid|rb_clickid|bsft_.+|trk_(?:contact|msg|module|sid)|pk_.+|piwik_.+|mtm_.+|matomo_.+",
  ].join("|")})$`,
  "i",
);

/** The address without tracking parameters; unchanged where there are none. */
export function withoutTracking(href: string): string {
  const [, before = "", query, hash = ""] = /^(https?:[^?#]*)\?([^#]*)(#.*)?$/is.exec(href) ?? [];
  if (query === undefined) return href;
  const kept = query.split("&").filter((pair) => {
    const name = pair.split("=", 1)[0]!;
    try {
      return !tracking.test(decodeURIComponent(name));
    } catch {
      return true;
    }
  });
  return `${before}${kept.length > 0 ? `?${kept.join("&")}` : ""}${hash}`;
}

function hostOf(href: string): string | undefined {
  if (/^mailto:/i.test(href)) return /@([^?,;\s>]+)/.exec(href)?.[1]?.toLowerCase();
  const host = URL.parse(href)?.hostname;
  return host === "" ? undefined : host;
}

/** A link that leads elsewhere than it seems to. */
export interface MisleadingLink {
  /** The host that its text names, or that it looks like. */
  named: string;
  /** Where it leads, in the form that computers use: it looks like nothing else. */
  host: string;
}

const asComputersDo = (host: string): string => URL.parse(`http://${host}`)?.hostname ?? host;

/** The part before an "@" is a user name; one that looks like a host is meant to deceive. */
const pretendedHost = (href: string): string | undefined => {
  const name = URL.parse(href)?.username;
  return name ? hostsIn(decodeURIComponent(name.replace(/%(?![\da-f]{2})/gi, "%25")))[0] : undefined;
};

/**
 * Whether a link is other than it seems: undefined where all is well.
 * @param texts of the link, in each way in which it may be read
 */
export function misleadingLink(href: string, ...texts: string[]): MisleadingLink | undefined {
  const host = hostOf(href);
  if (host === undefined) return undefined;
  // That it names the true one too excuses nothing: that part may be out of sight.
  const other = texts.flatMap(hostsIn).find((shown) => !isSameSite(asComputersDo(shown), host));
  if (other !== undefined) return { named: other, host };
  const pretended = /^https?:/i.test(href) ? pretendedHost(href) : undefined;
  if (pretended !== undefined && !isSameSite(asComputersDo(pretended), host)) return { named: pretended, host };
  const readable = readableHost(host);
  return isDeceptiveHost(readable) ? { named: readable, host } : undefined;
}
