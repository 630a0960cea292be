/** Text from Word, Google Docs and Excel, as the editor can have it: their lists, tables and headings. Pure. */
import { inertDocument } from "../../../../message-html/index.ts";
import { alignmentOf } from "../looks.ts";
import { makeTablesRegular } from "../tables/regular-tables.ts";

const styleOf = (element: Element): string => element.getAttribute("style") ?? "";

/** The level of a paragraph that Word shows as an entry of a list: "mso-list:l0 level2 lfo1". */
function levelOf(element: Element | null): number | undefined {
  const [, level] = (element && /mso-list:\s*l\d+ level(\d+)/.exec(styleOf(element))) ?? [];
  return level === undefined ? undefined : Number(level);
}

/** Takes the sign or number away that Word has written before the entry. @returns what it was */
function takeMarker(entry: Element): string {
  const marker = [...entry.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const text = marker?.textContent?.trim() ?? "";
  marker?.remove();
  return text;
}

const isNumber = (marker: string): boolean => /^(?:\d+|[a-zа-я]|[ivxlcdm]+)[.)]/iu.test(marker);

/** Paragraphs of Word that follow one another as entries become a list, and a deeper one in it. */
function makeLists(page: Document): void {
  for (const first of page.querySelectorAll("p")) {
    if (levelOf(first) === undefined || !first.isConnected) continue;
    const place = page.createElement("div");
    first.before(place);
    const open: { level: number; list: Element }[] = [];
    for (let entry: Element | null = first; levelOf(entry) !== undefined;) {
      const next: Element | null = entry!.nextElementSibling;
      const level = levelOf(entry)!;
      const kind = isNumber(takeMarker(entry!)) ? "ol" : "ul";
      while (open.length > 0 && open.at(-1)!.level > level) open.pop();
      // Another kind at the outermost level is another list.
      if (open.length === 1 && open[0]!.level === level && open[0]!.list.localName !== kind) open.pop();
      if (open.length === 0 || open.at(-1)!.level < level) {
        const list = page.createElement(kind);
        (open.at(-1)?.list.lastElementChild ?? place).append(list);
        open.push({ level, list });
      }
      const item = page.createElement("li");
      entry!.removeAttribute("style");
      item.append(entry!);
      open.at(-1)!.list.append(item);
      entry = next;
    }
    place.replaceWith(...place.childNodes);
  }
}

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const inHeadings = headings.map((name) => `${name} [style], ${name}[style]`).join(", ");
const lines = ["p", ...headings].join(", ");

const blocks = `${lines}, div, center, ul, ol, table, blockquote`;

/** What stands around lines says where they stand; what of that holds words alone is a line. */
function alignLines(page: Document): void {
  for (const around of page.querySelectorAll("center, div, section, article, td, th, blockquote")) {
    const align = around.localName === "center" ? "center" : alignmentOf(around);
    if (!align) continue;
    const isOwn = (element: Element): boolean => ownerOf(element) === around;
    const ofWords = [around, ...around.querySelectorAll("div")].filter(
      (each) => /^(?:center|div)$/.test(each.localName) && isOwn(each) && !each.querySelector(blocks),
    );
    const made = ofWords.map((each) => {
      const line = page.createElement("p");
      line.append(...each.childNodes);
      each.replaceWith(line);
      return line;
    });
    const within = [...around.querySelectorAll<HTMLElement>(lines)].filter(isOwn);
    for (const line of [...made, ...within]) line.style.textAlign = align;
  }
}

/** The nearest element that says where a line stands, itself among them. */
const ownerOf = (line: Element): Element | null => line.closest('[align], [style*="text-align"], center');

/** Where prosemirror-view says which nodes are around a copy, from the outermost: their names, each with its attributes. */
const COPIED = "data-pm-slice";
/** No list nests as deeply; what is made to hold the page up does. */
const MAX_AROUND = 200;

/** Whether prosemirror-view can read it: it takes for granted that it wrote it. */
function isReadable(copy: Element): boolean {
  const [, around = ""] = /^\d+ \d+(?: -\d+)? (.*)/.exec(copy.getAttribute(COPIED) ?? "") ?? [];
  try {
    const parsed: unknown = JSON.parse(around);
    return Array.isArray(parsed) && parsed.length <= MAX_AROUND;
  } catch {
    return false;
  }
}

/** @param html as the clipboard has it */
export function cleanPaste(html: string): string {
  const page = inertDocument(html);
  const copies = [...page.querySelectorAll(`[${COPIED}]`)];
  // The editor's own.
  if (copies[0] && isReadable(copies[0])) return html;
  for (const copy of copies) copy.removeAttribute(COPIED);
  for (const element of page.querySelectorAll("style, title, link, meta, col, colgroup, .Apple-interchange-newline"))
    element.remove();
  makeLists(page);
  makeTablesRegular(page);
  alignLines(page);
  // How heavy a heading is, its level says.
  for (const part of page.querySelectorAll<HTMLElement>(inHeadings)) part.style.fontWeight = "";
  // The colour and the line of a link are those of every link.
  for (const part of page.querySelectorAll<HTMLElement>("a [style], a[style]")) {
    part.style.textDecoration = "";
    part.style.color = "";
  }
  for (const part of page.querySelectorAll("a font[color]")) part.removeAttribute("color");
  for (const line of page.querySelectorAll("p"))
    if (line.textContent?.trim() === "" && !line.querySelector("img")) line.replaceChildren();
  // Between paragraphs it is an empty one.
  for (const lineEnd of page.querySelectorAll("br"))
    if (isBlock(lineEnd.previousElementSibling) || isBlock(lineEnd.nextElementSibling))
      lineEnd.replaceWith(page.createElement("p"));
  return page.body.innerHTML;
}

const isBlock = (element: Element | null): boolean =>
  /^(?:p|h[1-6]|ul|ol|div|blockquote|table)$/.test(element?.localName ?? "");
