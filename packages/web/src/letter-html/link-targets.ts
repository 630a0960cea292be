/** Where links lead: without what only follows the reader, and with a word where the text says otherwise. Pure. */
import { isDeceptiveHost, isSameSite, readableHost } from "./hosts.ts";

/** Parameters that tell the other side who clicked, and in which letter; the page is the same without them. */
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

/** The address without tracking parameters; as it was where there are none, to the letter. */
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

const shownHost =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/?#]*@)?((?:[\p{L}\p{N}\p{M}-]+\.)+[\p{L}\p{N}-]{2,})\.?(?::\d+)?(?:[/?#]\S*)?$/iu;

/** The host that a link's text names: "www.bank.example", "https://bank.example/in", "anna@bank.example". */
function hostInText(text: string): string | undefined {
  const host = shownHost.exec(text.replace(/[\p{Cf}\p{Cc}]/gu, "").trim())?.[1]?.toLowerCase();
  // "report.final", "v1.2", "end.Next": only what ends as hosts usually do is taken for one.
  return host !== undefined &&
    /\.(?:\p{L}{2,}|xn--[\w-]+)$/u.test(host) &&
    !/\.(?:pdf|docx?|xlsx?|pptx?|zip|txt|html?|png|jpe?g|js|ts|md)$/.test(host)
    ? host
    : undefined;
}

function hostOf(href: string): string | undefined {
  if (/^mailto:/i.test(href)) return /@([^?,;\s>]+)/.exec(href)?.[1]?.toLowerCase();
  const host = URL.parse(href)?.hostname;
  return host === "" ? undefined : host;
}

/** The host that a link really leads to, where its text or its look says another; undefined where all is as it seems. */
export function unexpectedHost(href: string, text: string): string | undefined {
  const host = hostOf(href);
  if (host === undefined) return undefined;
  const readable = readableHost(host);
  const shown = hostInText(text);
  const isOther = shown !== undefined && !isSameSite(URL.parse(`http://${shown}`)?.hostname ?? shown, host);
  // In the form that computers use: it looks like nothing else.
  return isOther || isDeceptiveHost(readable) ? host : undefined;
}
