/** Cards as a table in the columns of Google. Pure. */
import type { Card } from "@pismo/jmap";
import { dateText } from "@pismo/jmap/vcard";
import { writeTable } from "./table.ts";

const fixed = [
  "First Name",
  "Middle Name",
  "Last Name",
  "Name Prefix",
  "Name Suffix",
  "Nickname",
  "Organization Name",
  "Organization Title",
  "Organization Department",
  "Birthday",
  "Notes",
  "Photo",
  "Labels",
];
/** Of each of several: its columns. */
const numbered = {
  "E-mail": ["Label", "Value"],
  Phone: ["Label", "Value"],
  Address: ["Label", "Formatted", "Street", "City", "PO Box", "Region", "Postal Code", "Country", "Extended Address"],
  Website: ["Label", "Value"],
  Event: ["Label", "Value"],
} as const;
type Kind = keyof typeof numbered;
type Values = Readonly<Record<string, string>>;
/** By column, and by kind those that are several. */
interface Row {
  values: Values;
  several: Readonly<Record<Kind, readonly Values[]>>;
}

/** Every program knows these two, also where they are empty. */
const always = new Set<Kind>(["E-mail", "Phone"]);

/** A table in Google's columns, which every other program reads too. What it has no column for is only in vCards. */
export function tableOf(cards: readonly Card[]): string {
  const rows = cards.map(rowOf);
  const kinds = Object.keys(numbered) as Kind[];
  const groups = kinds.flatMap((kind) => {
    const least = always.has(kind) ? 1 : 0;
    const count = rows.reduce((most, { several }) => Math.max(most, several[kind].length), least);
    return Array.from({ length: count }, (_, index) => ({ kind, index }));
  });
  const heading = groups.flatMap(({ kind, index }) => numbered[kind].map((part) => `${kind} ${index + 1} - ${part}`));
  const lines = rows.map(({ values, several }) => [
    ...fixed.map((name) => values[name] ?? ""),
    ...groups.flatMap(({ kind, index }) => numbered[kind].map((part) => several[kind][index]?.[part] ?? "")),
  ]);
  return writeTable([[...fixed, ...heading], ...lines]);
}

interface Entry {
  contexts?: Record<string, boolean>;
  features?: Record<string, boolean>;
  label?: string;
}

const featureNames: Values = { mobile: "Mobile", fax: "Fax", pager: "Pager" };

function labelOf({ contexts = {}, features = {}, label = "" }: Entry): string {
  const where = contexts["work"] ? ["Work"] : contexts["private"] ? ["Home"] : [];
  const what = Object.keys(features).flatMap((feature) => featureNames[feature] ?? []);
  return label || [...where, ...what].join(" ");
}

const entriesOf = <T extends object>(map: Record<string, T> | undefined): T[] => Object.values(map ?? {});
const joined = (texts: readonly (string | undefined)[], by: string): string => texts.filter(Boolean).join(by);

const partsOf = (components: readonly { kind: string; value: string }[] | undefined, ...kinds: string[]): string =>
  joined(
    (components ?? []).map(({ kind, value }) => (kinds.includes(kind) ? value : "")),
    " ",
  );

function severalOf(card: Card): Row["several"] {
  const days = entriesOf(card.anniversaries).filter(({ kind }) => kind !== "birth");
  return {
    "E-mail": entriesOf(card.emails).map((entry) => ({ Label: labelOf(entry), Value: entry.address })),
    Phone: entriesOf(card.phones).map((entry) => ({ Label: labelOf(entry), Value: entry.number })),
    Address: entriesOf(card.addresses).map(({ full = "", components, ...entry }) => ({
      Label: labelOf(entry),
      Formatted: full,
      Street: partsOf(components, "number", "name", "building", "block"),
      City: partsOf(components, "locality"),
      "PO Box": partsOf(components, "postOfficeBox"),
      Region: partsOf(components, "region"),
      "Postal Code": partsOf(components, "postcode"),
      Country: partsOf(components, "country"),
      "Extended Address": partsOf(components, "room", "apartment", "floor"),
    })),
    Website: entriesOf(card.links).map((entry) => ({ Label: labelOf(entry), Value: entry.uri })),
    Event: days.map(({ kind, date }) => ({ Label: kind === "wedding" ? "Anniversary" : kind, Value: dayText(date) })),
  };
}

/** As Google writes a day: "1981-04-12", or "--04-12" without its year. */
const dayText = (date: Parameters<typeof dateText>[0]): string =>
  dateText(date).replace(/^(\d{4}|--)(\d{2})(\d{2})$/, (_, year: string, month: string, day: string) =>
    year === "--" ? `--${month}-${day}` : `${year}-${month}-${day}`,
  );

function rowOf(card: Card): Row {
  const { components, full = "" } = card.name ?? {};
  const birth = entriesOf(card.anniversaries).find(({ kind }) => kind === "birth");
  const organization = entriesOf(card.organizations)[0];
  const photo = entriesOf(card.media).find(({ kind, uri = "" }) => kind === "photo" && /^https?:/i.test(uri));
  return {
    several: severalOf(card),
    values: {
      "First Name": partsOf(components, "given") || (components ? "" : full),
      "Middle Name": partsOf(components, "given2"),
      "Last Name": partsOf(components, "surname", "surname2"),
      "Name Prefix": partsOf(components, "title"),
      "Name Suffix": partsOf(components, "generation", "credential"),
      Nickname: joined(
        entriesOf(card.nicknames).map(({ name }) => name),
        ", ",
      ),
      "Organization Name": organization?.name ?? "",
      "Organization Title": joined(
        entriesOf(card.titles).map(({ name }) => name),
        ", ",
      ),
      "Organization Department": joined(
        (organization?.units ?? []).map(({ name }) => name),
        ", ",
      ),
      Birthday: birth ? dayText(birth.date) : "",
      Notes: joined(
        entriesOf(card.notes).map(({ note }) => note),
        "\n",
      ),
      Photo: photo?.uri ?? "",
      Labels: Object.keys(card.keywords ?? {}).join(" ::: "),
    },
  };
}
