/** A JSContact card as vCard 4.0: RFC 9555 §3. What vCard has no property for goes out as JSPROP (§3.2.1). Pure. */
import type { Card, CardNameComponent } from "../contacts/card.ts";
import { fullNameOf } from "../contacts/card-name.ts";
import { isObject, type JsonObject } from "../core/json-object.ts";
import { escapeToken } from "../core/patch.ts";
import { dateOf, dateText } from "./dates.ts";
import { escaped, foldedLine, paramText } from "./lines-out.ts";
import { contextOfType, featureOfType, invertedOf } from "./kinds.ts";
import { addressText, nameText } from "./structured.ts";
import { unescaped, wordsOf } from "./vcard-lines.ts";

/** As RFC 7095 has it, with the value as it is written. */
type Kept = [name: string, params: Params, type: string, value: string];
type Params = Record<string, string | readonly string[] | number | undefined>;

const typeOfContext = invertedOf(contextOfType);
const typeOfFeature = invertedOf(featureOfType);

const entriesOf = (map: unknown): JsonObject[] => (isObject(map) ? Object.values(map).filter(isObject) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const anniversaryNames: ReadonlyMap<string, string> = new Map([
  ["birth", "BDAY"],
  ["death", "DEATHDATE"],
  ["wedding", "ANNIVERSARY"],
]);

const dayNames = new Set([...anniversaryNames.values()].map((name) => name.toLowerCase()));

/** Properties of the card that are written as properties of vCard; all others are JSPROP. */
const written = new Set([
  "@type",
  "version",
  "id",
  "addressBookIds",
  "uid",
  "prodId",
  "kind",
  "members",
  "name",
  "nicknames",
  "organizations",
  "titles",
  "emails",
  "phones",
  "onlineServices",
  "addresses",
  "links",
  "media",
  "anniversaries",
  "keywords",
  "notes",
  "preferredLanguages",
  "created",
  "updated",
  "vCardProps",
]);

class CardWriter {
  readonly #lines: string[] = ["BEGIN:VCARD", "VERSION:4.0"];
  /** Groups that the card has. */
  readonly #taken: ReadonlySet<string>;
  readonly #keptProperties: readonly Kept[];
  /** Those of them whose label is written. */
  readonly #labelled = new Set<string>();
  /** How many others were looked for. */
  #made = 0;

  constructor(card: Card) {
    this.#taken = groupsIn(card);
    this.#keptProperties = keptIn(card);
    this.#identity(card);
    this.#name(card);
    this.#ways(card);
    this.#others(card);
    this.#lines.push("END:VCARD");
  }

  get text(): string {
    return `${this.#lines.map(foldedLine).join("\r\n")}\r\n`;
  }

  /** @param entry whose contexts, preference, label and kept parameters are written too */
  #put(name: string, value: string, entry: JsonObject = {}, params: Params = {}): void {
    const { group: keptGroup, type, ...kept } = (isObject(entry["vCardParams"]) ? entry["vCardParams"] : {}) as Params;
    const contexts = Object.keys(isObject(entry["contexts"]) ? entry["contexts"] : {}).map(
      (key) => typeOfContext.get(key) ?? key,
    );
    const features = Object.keys(isObject(entry["features"]) ? entry["features"] : {}).map(
      (key) => typeOfFeature.get(key) ?? key,
    );
    const types = [...contexts, ...features, ...[type ?? []].flat()].map(String);
    const all: Params = {
      ...kept,
      ...params,
      type: types.length > 0 ? types : undefined,
      pref: (entry["pref"] as number | undefined) ?? params["pref"],
    };
    const label = textOf(entry["label"]);
    const group = label ? this.#groupOf(keptGroup) : (keptGroup as string | undefined);
    const parts = Object.entries(all).flatMap(([key, values]) =>
      values === undefined
        ? []
        : [
            `;${key.toUpperCase()}=${[values]
              .flat()
              .map((each) => paramText(each as string))
              .join(",")}`,
          ],
    );
    this.#lines.push(`${group ? `${group}.` : ""}${name}${parts.join("")}:${value}`);
    if (label) this.#lines.push(`${group}.X-ABLABEL:${escaped(label)}`);
  }

  /** A label is that of one property: a second one of the same group has a group of its own. */
  #groupOf(kept: unknown): string {
    if (typeof kept === "string" && !this.#labelled.has(kept)) {
      this.#labelled.add(kept);
      return kept;
    }
    let group: string;
    do group = `label${++this.#made}`;
    while (this.#taken.has(group));
    return group;
  }

  #identity({ uid, kind, members, created, updated, prodId }: Card): void {
    if (uid && !this.#isKept("uid", uid)) this.#put("UID", uid);
    if (kind && !this.#isKept("kind", kind)) this.#put("KIND", kind);
    for (const member of Object.keys(members ?? {})) this.#put("MEMBER", member);
    if (typeof prodId === "string") this.#put("PRODID", escaped(prodId));
    if (created) this.#put("CREATED", created.replaceAll(/[-:]|\.\d+/g, ""), {}, { value: "timestamp" });
    if (updated) this.#put("REV", updated.replaceAll(/[-:]|\.\d+/g, ""));
  }

  #name(card: Card): void {
    const { name, organizations, emails } = card;
    const components = name?.components ?? [];
    const other = textOf(entriesOf(organizations)[0]?.["name"]) || textOf(entriesOf(emails)[0]?.["address"]);
    // FN has to be there (RFC 6350 §6.2.1).
    const vCardParams = name?.["vCardParams"];
    this.#put(
      "FN",
      escaped(name?.full ?? (fullNameOf(card) || other)),
      { vCardParams },
      name?.full === undefined ? { derived: "true" } : {},
    );
    if (components.length > 0)
      this.#put("N", nameText(components), { vCardParams }, { "sort-as": sortAs(name?.sortAs) });
    for (const entry of entriesOf(card.nicknames)) this.#put("NICKNAME", escaped(textOf(entry["name"])), entry);
  }

  #ways(card: Card): void {
    for (const entry of entriesOf(card.emails)) this.#put("EMAIL", escaped(textOf(entry["address"])), entry);
    for (const entry of entriesOf(card.phones)) {
      const number = textOf(entry["number"]);
      const isUri = /^(?:tel|sip|sips):/i.test(number);
      this.#put("TEL", isUri ? number : escaped(number), entry, { value: isUri ? "uri" : undefined });
    }
    for (const entry of entriesOf(card.addresses)) {
      const components = (entry["components"] ?? []) as CardNameComponent[];
      this.#put("ADR", addressText(components), entry, {
        label: entry["full"] as string,
        cc: entry["countryCode"] as string,
        geo: entry["coordinates"] as string,
      });
    }
    for (const entry of entriesOf(card.onlineServices)) this.#service(entry);
    for (const entry of entriesOf(card.links)) this.#put("URL", textOf(entry["uri"]), entry);
    for (const entry of entriesOf(card["preferredLanguages"])) this.#put("LANG", textOf(entry["language"]), entry);
  }

  #service(entry: JsonObject): void {
    const [uri, user, service] = [textOf(entry["uri"]), textOf(entry["user"]), textOf(entry["service"])];
    if (entry["vCardName"] === "impp" && uri) return this.#put("IMPP", uri, entry);
    const params = { "service-type": service || undefined, username: (uri && user) || undefined };
    this.#put("SOCIALPROFILE", uri || escaped(user), entry, { ...params, value: uri ? undefined : "text" });
  }

  #others(card: Card): void {
    for (const entry of entriesOf(card.organizations)) {
      const units = ((entry["units"] ?? []) as { name: string }[]).map(({ name }) => escaped(name));
      this.#put("ORG", [escaped(textOf(entry["name"])), ...units].join(";"), entry);
    }
    for (const entry of entriesOf(card.titles))
      this.#put(entry["kind"] === "role" ? "ROLE" : "TITLE", escaped(textOf(entry["name"])), entry);
    for (const [key, entry] of Object.entries(card.anniversaries ?? {})) {
      const { kind, date } = entry;
      const name = anniversaryNames.get(kind);
      const scale = { calscale: date["calendarScale"] as string | undefined };
      if (name) this.#put(name, this.#withTime(name, dateText(date)), entry, scale);
      else this.#jsProp(`anniversaries/${escapeToken(key)}`, entry);
    }
    for (const entry of entriesOf(card.media))
      this.#put(textOf(entry["kind"]).toUpperCase(), textOf(entry["uri"]), entry, {
        mediatype: textOf(entry["uri"]).startsWith("data:") ? undefined : (entry["mediaType"] as string),
      });
    for (const entry of entriesOf(card.notes)) this.#put("NOTE", escaped(textOf(entry["note"])), entry);
    const keywords = Object.keys(card.keywords ?? {}).filter((word) => !this.#isKept("categories", word));
    if (keywords.length > 0) this.#put("CATEGORIES", keywords.map(escaped).join(","));
    // Before what another card said of the same property, which is among what is kept.
    for (const [property, value] of Object.entries(card))
      if (!written.has(property)) this.#jsProp(escapeToken(property), value);
    this.#putKept(card);
  }

  /** The day as the vCard said it that it came with: with a time. */
  #withTime(property: string, day: string): string {
    const isOfDay = ([name, , , value]: Kept): boolean => name === property.toLowerCase() && dayOf(value) === day;
    return this.#keptProperties.find(isOfDay)?.[3] ?? day;
  }

  /** Whether the value of a property is written with the parameters that it came with. */
  #isKept(property: string, text: string): boolean {
    return this.#keptProperties.some(([name, , , value]) => name === property && textsOf(name, value).includes(text));
  }

  /** As they came (RFC 9555 §2.15.1). */
  #putKept(card: Card): void {
    for (const [name, params, type, kept] of this.#keptProperties) {
      const value = valueNow(name, kept, card);
      if (value === undefined) continue;
      const { group, type: types, ...others } = params;
      const vCardParams = { ...(group !== undefined && { group }), ...(types !== undefined && { type: types }) };
      this.#put(
        name.toUpperCase(),
        value,
        { vCardParams },
        { ...others, value: type === "unknown" ? undefined : type },
      );
    }
  }

  /** RFC 9555 §3.2.1. */
  #jsProp(pointer: string, value: unknown): void {
    this.#put("JSPROP", escaped(JSON.stringify(value)), {}, { jsptr: pointer });
  }
}

const sortAs = (sorts: Record<string, string> | undefined): string[] | undefined =>
  sorts ? [sorts["surname"] ?? "", sorts["given"] ?? ""] : undefined;

const keptIn = (card: Card): Kept[] =>
  (Array.isArray(card["vCardProps"]) ? (card["vCardProps"] as unknown[][]) : []).map((each) => {
    const [name, params, type, value] = each as [string, Params, string, unknown];
    return [name, params, type, String(value)];
  });

function dayOf(value: string): string | undefined {
  const date = dateOf(value);
  return date && dateText(date);
}

/** As the card has them. */
function textsOf(name: string, value: string): string[] {
  if (name === "categories") return wordsOf(value);
  const text = unescaped(value).trim();
  return [name === "kind" ? text.toLowerCase() : text];
}

/** Of what has parameters beside a value that the card has itself, and may have changed; undefined: it is there no more. */
function valueNow(name: string, value: string, { uid, kind, keywords = {} }: Card): string | undefined {
  const texts = textsOf(name, value);
  if (name === "uid" || name === "kind") return texts[0] === (name === "uid" ? uid : kind) ? value : undefined;
  // A time stands with its day.
  if (dayNames.has(name)) return dateOf(value) ? undefined : value;
  if (name !== "categories") return value;
  const words = texts.filter((word) => Object.hasOwn(keywords, word));
  return words.length > 0 ? words.map(escaped).join(",") : undefined;
}

/** Of the properties that have come from a vCard. */
function groupsIn(card: Card): ReadonlySet<string> {
  const kept = keptIn(card);
  const params = Object.values(card).flatMap((map) => entriesOf(map).map((entry) => entry["vCardParams"]));
  const groups = [...params, ...kept.map(([, each]) => each)].map((each) => (isObject(each) ? each["group"] : ""));
  return new Set(groups.filter((group) => typeof group === "string"));
}

/** One card. */
export const fromCard = (card: Card): string => new CardWriter(card).text;
