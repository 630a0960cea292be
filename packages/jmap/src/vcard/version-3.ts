/** vCard 4.0 as 3.0 (RFC 2426), for what knows no other: only what readers of 3.0 would misread is written differently. Pure. */
import { foldedLine, paramText } from "./lines-out.ts";
import { readVCards, type VCardProperty } from "./vcard-lines.ts";

const names = new Map([
  ["member", "X-ADDRESSBOOKSERVER-MEMBER"],
  ["socialprofile", "X-SOCIALPROFILE"],
]);

/** Of which vCard 3.0 tells the preferred one by its type; those that it does not know keep their form. */
const hasTypes = /^(?:adr|email|impp|lang|logo|nickname|note|org|photo|role|sound|socialprofile|tel|title|url)$/;

/** Apple's year for a day without one, by which other programs know it too. */
const NO_YEAR = "1604";

function nameOf({ name, value }: VCardProperty): string {
  if (name === "kind" && value.toLowerCase() === "group") return "X-ADDRESSBOOKSERVER-KIND";
  return names.get(name) ?? name.toUpperCase();
}

/** Bitmaps and sounds in the card: RFC 2426 §3.1.4. */
function inline({ name, params, value }: VCardProperty): Pick<VCardProperty, "params" | "value"> | undefined {
  const [, type, data] = /^data:(?:image|audio)\/([\w.+-]+);base64,(.*)$/is.exec(value) ?? [];
  if (!/^(photo|logo|sound)$/.test(name) || type === undefined) return undefined;
  const kept = [...params].filter(([param]) => param !== "type" && param !== "mediatype");
  return { params: new Map([["encoding", ["b"]], ["type", [type.toUpperCase()]], ...kept]), value: data! };
}

function changed(property: VCardProperty): Pick<VCardProperty, "params" | "value"> {
  const { name, params, value } = property;
  const bitmap = inline(property);
  if (bitmap) return bitmap;
  const [, month, day] = (name === "bday" && /^--(\d{2})(\d{2})$/.exec(value)) || [];
  if (month && day)
    return { params: new Map([...params, ["x-apple-omit-year", [NO_YEAR]]]), value: `${NO_YEAR}-${month}-${day}` };
  if (params.get("pref")?.[0] !== "1" || !hasTypes.test(name)) return { params, value };
  const preferred = new Map([...params].filter(([param]) => param !== "pref"));
  return { params: preferred.set("type", [...(params.get("type") ?? []), "pref"]), value };
}

function lineOf(property: VCardProperty): string {
  const { params, value } = changed(property);
  const parts = [...params].map(([name, values]) => `;${name.toUpperCase()}=${values.map(paramText).join(",")}`);
  const group = property.group === undefined ? "" : `${property.group}.`;
  return foldedLine(`${group}${nameOf(property)}${parts.join("")}:${value}`);
}

export function asVersion3(text: string): string {
  const cards = [...readVCards(text)].map((properties) => {
    const others = properties.filter(({ name }) => name !== "version");
    // N has to be there (RFC 2426 §3.1.2).
    const hasName = others.some(({ name }) => name === "n");
    return ["BEGIN:VCARD", "VERSION:3.0", ...(hasName ? [] : ["N:;;;;"]), ...others.map(lineOf), "END:VCARD"];
  });
  return cards.map((lines) => `${lines.join("\r\n")}\r\n`).join("");
}
