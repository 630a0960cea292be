/** Runs in Chromium: shows letters as the letter page does, and without any wall but the cleaning itself. */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { cleanLetter, LetterFrame, type FrameColours, parseColour, toOklab } from "../../src/letter-html/index.ts";
import { frameHtml } from "../../src/letter-html/trusted-html.ts";
import { writeDocument } from "../../src/letter-html/written-document.ts";
import { type Look, lookAt } from "./look.ts";

const colours: FrameColours = {
  scheme: "light",
  background: "#ffffff",
  text: "#333333",
  quiet: "#686c73",
  link: "#0055e0",
  warning: "#b00020",
};
/** The theme "dark", as the letter page hands it on. */
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

const harness = {
  /** As the letter page shows it. */
  show(html: string): void {
    const letter = cleanLetter(html);
    root.render(<LetterFrame key={++shown} letter={letter} colours={colours} isQuoteShown title="letter" />);
  },
  /** The same at once, before the browser can paint anything. Gives its height, and the words that stand there. */
  showAtOnce(html: string): { height: number; text: string; isSeen: boolean } {
    flushSync(() => harness.show(html));
    const picture = document.querySelector<HTMLIFrameElement>("#root iframe")!;
    return {
      height: picture.getBoundingClientRect().height,
      text: picture.contentDocument!.body.innerText,
      isSeen: picture.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    };
  },
  /** The same with remote pictures shown, in a theme; resolves once it stands. */
  showNewsletter(html: string, theme: "white" | "dark", picture: string): Promise<void> {
    const dark = theme === "dark" ? { white, black, tint } : undefined;
    const letter = cleanLetter(html, { remoteFor: () => picture, dark });
    const frameColours = dark ? darkColours : colours;
    // At once: the letter before it must not be taken for this one.
    flushSync(() =>
      root.render(<LetterFrame key={++shown} letter={letter} colours={frameColours} isQuoteShown title="letter" />),
    );
    return new Promise((resolve) => {
      const look = (): void => {
        const isThere = document.querySelector("[data-loaded]") !== null;
        if (isThere) resolve();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  },
  /** What is seen of it, in the frame beside it that may be looked into. */
  look(classes: readonly string[]): Look {
    return lookAt(document.querySelector<HTMLIFrameElement>("#root iframe")!.contentDocument!, classes);
  },
  /** In a frame that may run scripts, has no policy and shares this page's origin. */
  showBare(html: string): Promise<void> {
    root.render(null);
    document.querySelector("#bare")?.remove();
    const letter = cleanLetter(html);
    const frame = document.createElement("iframe");
    frame.id = "bare";
    frame.srcdoc = `<!doctype html><html><head><style>${letter.css}</style></head>${letter.body}</html>`;
    return new Promise((resolve) => {
      frame.addEventListener("load", () => resolve(), { once: true });
      document.body.append(frame);
    });
  },
  /** In a frame as the letter page's, without any cleaning. */
  showUncleaned(html: string): void {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-popups");
    frame.srcdoc = frameHtml(html);
    document.body.append(frame);
  },
  /** Written into the frame that is a picture of the letter, without any cleaning. */
  writeUncleaned(html: string): void {
    document.querySelector("#written")?.remove();
    const frame = document.createElement("iframe");
    frame.id = "written";
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.inert = true;
    document.body.append(frame);
    writeDocument(frame, frameHtml(html), () => undefined);
  },
  /** What stands in the bare frame that no letter may hold. */
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
