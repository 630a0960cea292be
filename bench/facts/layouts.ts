/**
 * Expands layouts to letters. A file holds layouts, each
 *
 *     === name kind language style
 *     From: …, Subject: …, and "List: yes" or "Reply: yes"
 *     @ field=value, for what is not shown in its own words; cur=USD
 *     ---
 *     lines: "# heading", "Label :: value" (a row in the layout's style), "[[text|url]]", paragraphs
 *     --- json-ld | calendar
 *     …
 *
 * with slots {name@format}; {2.name} belongs to a second fact, {~name} is not labelled: what must not be found.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FactKind } from "@pismo/jmap";
import { zones } from "./words.ts";
import { Filling, type Language, type Slot } from "./slots.ts";

export interface LabelledField {
  kind: FactKind;
  name: string;
  value: string;
}

export interface Letter {
  layout: string;
  variant: number;
  kind: FactKind | null;
  isMarkedUp: boolean;
  language: Language;
  bytes: Buffer;
  expected: LabelledField[];
}

interface Layout {
  name: string;
  kind: FactKind | null;
  language: Language;
  style: string;
  fields: Record<string, string>;
  constants: [name: string, value: string][];
  body: string;
  jsonLd: string | undefined;
  calendar: string | undefined;
}

const VARIANTS = 8;

function readLayout(text: string): Layout {
  const [first = "", ...rest] = text.split("\n");
  const [name = "", kind = "", language = "", style = ""] = first.trim().split(" ");
  const [head = "", body = "", ...more] = rest.join("\n").split(/^---(?: (?:json-ld|calendar))?$\n?/m);
  const isCalendar = /^--- calendar$/m.test(text);
  const fields: Record<string, string> = {};
  const constants: Layout["constants"] = [];
  for (const line of head.split("\n")) {
    if (line.startsWith("@ ")) {
      for (const pair of line.slice(2).split(" ")) {
        const at = pair.indexOf("=");
        constants.push([
          pair.slice(0, at),
          pair.includes("/") ? pair.slice(at + 1) : pair.slice(at + 1).replaceAll("_", " "),
        ]);
      }
    } else if (line.includes(": ")) fields[line.slice(0, line.indexOf(":"))] = line.slice(line.indexOf(":") + 2);
  }
  return {
    name,
    kind: kind === "none" ? null : (kind as FactKind),
    language: language as Language,
    style,
    fields,
    constants,
    body: body.trim(),
    jsonLd: isCalendar ? undefined : more[0]?.trim(),
    calendar: isCalendar ? more[0]?.trim() : undefined,
  };
}

const slotPattern = /\{(~?[\w.]*[A-Za-z]\w*)(?:@([^}]*))?\}/g;
const slotsOf = (text: string): Slot[] =>
  [...text.matchAll(slotPattern)].map(([, name = "", format = ""]) => ({ name, format }));

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** One line as the layout's style draws it. */
function drawLine(line: string, style: string): string {
  const [, label, value] = /^(.*?) :: (.*)$/.exec(line) ?? [];
  const link = /^\[\[(.*)\|(.*)\]\]$/.exec(line);
  if (style === "text") return label === undefined ? line : `${label}: ${value}`;
  if (style === "br" && !link) return `${escaped(label === undefined ? line : `${label}: ${value}`)}<br>`;
  let inner = `<p style="margin:0 0 12px">${escaped(line)}</p>`;
  if (line.startsWith("#")) inner = `<h2>${escaped(line.replace(/^#+ /, ""))}</h2>`;
  if (link)
    inner = `<a href="${escaped(link[2]!)}" style="background:#06c;color:#fff"><span>${escaped(link[1]!)}</span></a>`;
  if (style === "table") {
    return label === undefined
      ? `<tr><td colspan="2">${inner}</td></tr>`
      : `<tr><td class="l">${escaped(label)}</td><td align="right"><b>${escaped(value!)}</b></td></tr>`;
  }
  return label === undefined
    ? `<div>${inner}</div>`
    : `<div><div class="l">${escaped(label)}</div><div><strong>${escaped(value!)}</strong></div></div>`;
}

function drawBody(body: string, style: string): string {
  if (style === "html") return body;
  const lines = body.split("\n").map((line) => drawLine(line, style === "calendar" ? "div" : style));
  if (style === "text") return lines.join("\n");
  const inner = style === "table" ? `<table width="600"><tbody>${lines.join("\n")}</tbody></table>` : lines.join("\n");
  return `<!doctype html><html><head><style>td{padding:4px}</style></head><body><table width="100%"><tr><td align="center">${inner}</td></tr></table></body></html>`;
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const part = (type: string, text: string): string =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n`;

function toBytes(
  { fields, style }: Layout,
  filling: Filling,
  fill: (text: string) => string,
  body: string,
  calendar: string,
): Buffer {
  const [, name = "", address = ""] = /^(.*?) ?<(.*)>$/.exec(fill(fields["From"]!)) ?? [];
  const head = [
    `From: ${encoded(name)} <${address}>`,
    "To: reader@pismo.example",
    `Subject: ${encoded(fill(fields["Subject"]!))}`,
    `Date: ${filling.sentAt.toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
    ...(fields["List"] ? ["List-Unsubscribe: <https://list.example/u>"] : []),
    ...(fields["Reply"] ? ["In-Reply-To: <earlier@team.example>"] : []),
  ];
  const text = part(style === "text" ? "text/plain" : "text/html", body);
  const whole = calendar
    ? `Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n${text}--b\r\n${part("text/calendar; method=PUBLISH", calendar)}--b--\r\n`
    : text;
  return Buffer.from(`${head.join("\r\n")}\r\n${whole}`);
}

/** The labelled fields: the slots with a field's name, and the constants. */
function labels({ kind, constants }: Layout, filling: Filling, names: ReadonlySet<string>): LabelledField[] {
  if (!kind) return [];
  const found = [...names]
    .filter((name) => !name.startsWith("~"))
    .map((name) => ({ kind, name: name.replace(/^\d\./, ""), value: filling.value(name) }));
  const fixed = constants
    .filter(([name]) => name !== "cur")
    .map(([name, value]) => ({
      kind,
      name: name.replace(/^\d\./, "").replace(/=$/, ""),
      value: value.startsWith("=")
        ? filling.value(value.slice(1))
        : value.startsWith("zone:")
          ? zones[filling.value(value.slice(5))]!
          : value,
    }));
  return [...found, ...fixed];
}

function expand(layout: Layout, variant: number): Letter {
  const { name, kind, language, style, constants, fields, jsonLd, calendar } = layout;
  const whole = [...Object.values(fields), layout.body, jsonLd ?? "", calendar ?? ""].join("\n");
  const slots = slotsOf(whole);
  const currency = constants.find(([key]) => key === "cur")?.[1];
  const filling = new Filling(`${name} ${variant}`, language, slots, currency);
  const formatOf = new Map(slots.filter(({ format }) => format !== "").map((slot) => [slot.name, slot.format]));
  const fill = (text: string): string =>
    text.replace(slotPattern, (_, slot: string, format?: string) => {
      // Without a format a number looks as it does elsewhere in the layout.
      const other = formatOf.get(slot) ?? "";
      const isWords = other === "iata" || format === "";
      return filling.text({ name: slot, format: format ?? (isWords ? "" : other) });
    });
  let body = drawBody(fill(layout.body), style);
  if (jsonLd) {
    // A quotation mark in a name is the only thing that JSON escapes here.
    const script = `<script type="application/ld+json">\n${fill(jsonLd)}\n</script>`;
    body = body.replace("</body>", () => `${script}</body>`);
  }
  return {
    layout: name,
    variant,
    kind,
    isMarkedUp: style === "html" || style === "calendar" || jsonLd !== undefined,
    language,
    bytes: toBytes(layout, filling, fill, body, calendar ? fill(calendar) : ""),
    expected: labels(layout, filling, new Set(slots.map((slot) => slot.name))),
  };
}

export function lettersOf(folder: "held-out" | "learnt-from"): Letter[] {
  const path = join(import.meta.dirname, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".txt"))
    .flatMap((file) =>
      readFileSync(join(path, file), "utf8")
        .split(/^=== /m)
        .slice(1)
        .map(readLayout)
        .flatMap((layout) => Array.from({ length: VARIANTS }, (_, variant) => expand(layout, variant))),
    );
}
