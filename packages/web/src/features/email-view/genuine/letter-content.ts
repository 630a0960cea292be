/** What a letter's own markup and text hold: where its links lead, and what of it was kept from running or loading. */
import {
  addressIn,
  cleanWithin,
  inertDocument,
  linkify,
  type MisleadingLink,
  misleadingLink,
  wholeAddress,
} from "../../../message-html/index.ts";
import { textOf } from "../../../mail-ui/text-parts.ts";
import type { FullEmail } from "../../../store/index.ts";

export interface LetterContent {
  /** Links that lead elsewhere than they seem to, each pair of hosts once. */
  misleading: MisleadingLink[];
  misleadingCount: number;
  /** The hosts that links lead to, in their order, each once. */
  hosts: string[];
  blocked: Blocked;
  /** A part is too large to be looked at whole: there may be more of everything. */
  isPartial: boolean;
}

export interface Blocked {
  /** Remote images and other resources, without the trackers. */
  pictures: number;
  trackers: number;
  scripts: number;
  forms: number;
  /** Pages and programs within the letter. */
  frames: number;
}

/** Links of one letter that are looked at. */
const MOST_LINKS = 2000;

export type WithText = Pick<FullEmail, "htmlBody" | "textBody" | "bodyValues">;

/** Others hold data, as what shops say of an order: they never run (HTML §4.12.1). */
const isProgram = (script: Element): boolean =>
  /^\s*(?:module|(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script[\d.]*)?\s*$/i.test(
    script.getAttribute("type") ?? "",
  );

/** An element with a handler of an event runs as one that is a script. */
function countScripts(page: Document): number {
  const own = Array.from(page.querySelectorAll("*"), (element) => {
    if (element.localName === "script") return Number(isProgram(element));
    return element.getAttributeNames().filter((name) => /^on[a-z]/i.test(name)).length;
  });
  const links = Array.from(page.querySelectorAll("[href], [action], [src]")).filter((element) =>
    ["href", "action", "src"].some((name) =>
      // The URL parser skips what stands between the letters (WHATWG URL §4.4).
      /^(?:java|vb)script:/i.test((element.getAttribute(name) ?? "").replace(/[\p{Cc} ]/gu, "")),
    ),
  );
  return own.reduce((sum, count) => sum + count, 0) + links.length;
}

/** Fields without a form are one that was taken apart. */
function countForms(page: Document): number {
  const forms = page.querySelectorAll("form").length;
  return forms > 0 ? forms : Number(page.querySelector("input, select, textarea, button") !== null);
}

const hrefsOf = (page: Document): string[] =>
  Array.from(page.querySelectorAll("a[href], area[href]"), (link) => link.getAttribute("href") ?? "");

interface PartContent {
  misleading: MisleadingLink[];
  hrefs: string[];
  blocked: Blocked;
}

const nothing: Blocked = { pictures: 0, trackers: 0, scripts: 0, forms: 0, frames: 0 };

/** undefined: the markup would hold the page up. */
function htmlContent(html: string): PartContent | undefined {
  const message = cleanWithin(html);
  if (!message) return undefined;
  const page = inertDocument(html);
  const [first] = message.misleading;
  return {
    // Those of one kind are told once, and counted all the same.
    misleading: [
      ...message.misleading,
      ...Array.from({ length: message.misleadingCount - message.misleading.length }, () => first!),
    ],
    hrefs: hrefsOf(page),
    blocked: {
      pictures: Math.max(0, message.blocked - message.trackers),
      trackers: message.trackers,
      scripts: countScripts(page),
      forms: countForms(page),
      frames: page.querySelectorAll("iframe, frame, object, embed, applet").length,
    },
  };
}

function plainContent(text: string): PartContent {
  const links = linkify(text).flatMap((piece) => (typeof piece === "string" ? [] : [piece]));
  return {
    misleading: links.slice(0, MOST_LINKS).flatMap(({ href, text: shown }) => misleadingLink(href, shown) ?? []),
    hrefs: links.map(({ href }) => href),
    blocked: nothing,
  };
}

function hostsOf(hrefs: readonly string[]): string[] {
  const hosts = hrefs.slice(0, MOST_LINKS).flatMap((href) => {
    // As the letter that is shown has it: //host leads there, too.
    const url = URL.parse(wholeAddress(addressIn(href)));
    return url && /^https?:$/.test(url.protocol) && url.hostname !== "" ? [url.hostname] : [];
  });
  return [...new Set(hosts)];
}

/** Whatever way the letter is shown: both its markup and its plain text are looked at. */
export function contentOf(email: WithText): LetterContent {
  const parts = new Map([...email.htmlBody, ...email.textBody].map((part) => [part.partId, part]));
  const found: PartContent[] = [];
  let isPartial = false;
  for (const part of parts.values()) {
    const value = email.bodyValues[part.partId ?? ""];
    const text = textOf(email, part);
    const content = part.type === "text/html" ? htmlContent(text) : plainContent(text);
    if (!content || value?.isTruncated) isPartial = true;
    if (content) found.push(content);
  }
  const misleading = found.flatMap((each) => each.misleading);
  const hrefs = found.flatMap((each) => each.hrefs);
  const sum = (name: keyof Blocked): number => found.reduce((total, { blocked }) => total + blocked[name], 0);
  return {
    misleading: [...new Map(misleading.map((link) => [`${link.named} ${link.host}`, link])).values()],
    misleadingCount: misleading.length,
    hosts: hostsOf(hrefs),
    blocked: {
      pictures: sum("pictures"),
      trackers: sum("trackers"),
      scripts: sum("scripts"),
      forms: sum("forms"),
      frames: sum("frames"),
    },
    isPartial: isPartial || hrefs.length > MOST_LINKS,
  };
}
