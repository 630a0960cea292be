/** Runs in Chromium: shows messages as the message page does, and without any wall but the cleaning itself. */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import {
  cleanHtml,
  cleanHeavy,
  cleanWithin,
  type FrameColours,
  MessageFrame,
  paper,
  parseColour,
  quoteHtml,
  type QuoteOptions,
  toOklab,
  wordsOf,
} from "../../src/message-html/index.ts";
import { type Limits, usualLimits } from "../../src/message-html/clean/limits.ts";
import { parseWithin } from "../../src/message-html/clean/parse-within.ts";
import { frameHtml, inertDocument } from "../../src/message-html/clean/trusted-html.ts";
import { frameDocument } from "../../src/message-html/frame/frame-document.ts";
import { withLayout } from "../../src/message-html/quote/lay-out.ts";
import { displayedWords, measure } from "../../src/message-html/quote/measure.ts";
import { writeDocument } from "../../src/message-html/clean/written-document.ts";
import { type Rendering, measureRendering } from "./rendering.ts";

const colours: FrameColours = {
  scheme: "light",
  background: "#ffffff",
  text: "#333333",
  quiet: "#686c73",
  link: "#0055e0",
  warning: "#b00020",
};
/** The theme "dark", as the message page hands it on. */
const darkColours: FrameColours = {
  scheme: "dark",
  background: "#232324",
  text: "#ffffff",
  quiet: "#a4a6ac",
  link: "#8ab8ff",
  warning: "#ff8a80",
};
const lightnessOf = (colour: string): [lightness: number, a: number, b: number] => toOklab(parseColour(colour)!);
const [[white, ...tint], [black]] = [lightnessOf(darkColours.background), lightnessOf(darkColours.text)];

const root = createRoot(document.getElementById("root")!);
let shown = 0;

interface Quoting extends QuoteOptions {
  theme?: "dark";
  widthPx?: number;
  images?: string[];
  tiny?: string[];
}

const harness = {
  /** As the message page shows it. */
  show(html: string): void {
    const message = cleanHtml(html);
    root.render(
      <MessageFrame key={++shown} message={message} colours={colours} isQuoteShown title="letter" printedNote="" />,
    );
  },
  /** The same at once, before the browser can paint anything. Gives its height, and the words that stand there. */
  showAtOnce(html: string): { height: number; text: string; isSeen: boolean } {
    flushSync(() => harness.show(html));
    const image = document.querySelector<HTMLIFrameElement>("#root iframe")!;
    return {
      height: image.getBoundingClientRect().height,
      text: image.contentDocument!.body.innerText,
      isSeen: image.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    };
  },
  /** The same with remote images shown, in a theme; resolves once it stands. */
  showNewsletter(html: string, theme: "white" | "dark", image: string): Promise<void> {
    const dark = theme === "dark" ? { white, black, tint } : undefined;
    const message = cleanHtml(html, { remoteFor: () => image, dark });
    const frameColours = dark ? darkColours : colours;
    // At once: the message before it must not be taken for this one.
    flushSync(() =>
      root.render(
        <MessageFrame
          key={++shown}
          message={message}
          colours={frameColours}
          isQuoteShown
          title="letter"
          printedNote=""
        />,
      ),
    );
    return new Promise((resolve) => {
      const rendering = (): void => {
        const isThere = document.querySelector("[data-loaded]") !== null;
        if (isThere) resolve();
        else requestAnimationFrame(rendering);
      };
      requestAnimationFrame(rendering);
    });
  },
  /** The message as an answer quotes it. */
  quote(html: string, { theme, widthPx = 760, images = [], tiny = [], ...options }: Quoting = {}): string | undefined {
    const dark = theme === "dark" ? { colours: darkColours, dark: { white, black, tint } } : undefined;
    return quoteHtml(html, { widthPx, theme: dark, images: new Set(images), tiny: new Set(tiny) }, options);
  },
  parse(html: string): Document {
    return inertDocument(html);
  },
  /** The document in the message's frame, in light colours. */
  frameOf(html: string): string {
    return frameDocument(cleanHtml(html), paper, { isQuoteShown: true, scrolls: false });
  },
  /** The words of a message that can be seen in its frame. */
  wordsShown(html: string, widthPx = 760): string {
    return withLayout(harness.frameOf(html), widthPx, (page) => displayedWords(page, measure(page)));
  },
  /** The words of a message that can be seen, as a program without any style of its own shows it. */
  wordsSeen(html: string, widthPx = 760): string {
    return withLayout(`<!doctype html><body>${html}`, widthPx, (page) => displayedWords(page, measure(page)));
  },
  /** What is seen of it, in the frame beside it that may be looked into. */
  rendering(classes: readonly string[]): Rendering {
    return measureRendering(document.querySelector<HTMLIFrameElement>("#root iframe")!.contentDocument!, classes);
  },
  /** Whether it is shown at once, as the message page decides it; or would be, were the limits a part of what they are. */
  isWithin(html: string, share = 1): boolean {
    const limits = Object.entries(usualLimits).map(([name, limit]) => [name, limit * share]);
    return cleanWithin(html, {}, Object.fromEntries(limits) as Limits) !== undefined;
  },
  /** As the message page shows it to a reader who wants to see it all the same. */
  showHeavy(html: string): { isCut: boolean } {
    const { message, isCut } = cleanHeavy(html);
    flushSync(() =>
      root.render(
        <MessageFrame
          key={++shown}
          message={message}
          colours={colours}
          isQuoteShown
          title="letter"
          printedNote="A part of it"
          isHeavy
        />,
      ),
    );
    return { isCut };
  },
  /** A message as it is parsed in pieces, and at once. */
  bothParsed: (html: string): string[] =>
    [parseWithin(html, usualLimits).page, inertDocument(html)].map((page) => page.documentElement.outerHTML),
  /** What is read of a message that is shown as text. */
  words: wordsOf,
  /** In a frame that may run scripts, has no policy and shares this page's origin. */
  showBare(html: string): Promise<void> {
    root.render(null);
    document.querySelector("#bare")?.remove();
    const message = cleanHtml(html);
    const frame = document.createElement("iframe");
    frame.id = "bare";
    frame.srcdoc = `<!doctype html><html><head><style>${message.css}</style></head>${message.body}</html>`;
    return new Promise((resolve) => {
      frame.addEventListener("load", () => resolve(), { once: true });
      document.body.append(frame);
    });
  },
  /** In a frame as the message page's, without any cleaning. */
  showUncleaned(html: string): void {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-popups");
    frame.srcdoc = frameHtml(html);
    document.body.append(frame);
  },
  /** Written into the frame that is a still of the message, without any cleaning. */
  writeUncleaned(html: string): void {
    document.querySelector("#written")?.remove();
    const frame = document.createElement("iframe");
    frame.id = "written";
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.inert = true;
    document.body.append(frame);
    writeDocument(frame, frameHtml(html), () => undefined);
  },
  /** What stands in the bare frame that no message may hold. */
  remains(): string[] {
    const page = (document.querySelector("#bare") as HTMLIFrameElement).contentDocument!;
    const found: string[] = [];
    for (const element of page.querySelectorAll("*")) {
      if (
        /^(?:script|iframe|frame|object|embed|form|input|button|base|meta|link|svg|math|video|audio|template)$/.test(
          element.localName,
        )
      ) {
        found.push(`<${element.localName}>`);
      }
      for (const { name, value } of element.attributes) {
        const isAddress = /^(?:href|src|action|formaction|background|poster|srcset|data|xlink:href)$/.test(name);
        if (name.startsWith("on") || (isAddress && !/^(?:https?:\/\/|mailto:|tel:|data:image\/)/i.test(value))) {
          found.push(`${name}=${value}`);
        }
        if (isAddress && name !== "href" && !value.startsWith("data:")) found.push(`${name}=${value}`);
        if (name === "style" && /url|position|expression|\\|@/i.test(value)) found.push(`style=${value}`);
      }
    }
    return found;
  },
};

declare global {
  interface Window {
    harness: typeof harness;
  }
}
window.harness = harness;
