/** A vCard as a JSContact card: RFC 9555 §2. What has no counterpart is kept as the RFC says (§2.15). Pure. */
import type { Card } from "../contacts/card.ts";
import type { JsonObject } from "../core/json-object.ts";
import { addEntry } from "./add-entry.ts";
import { dateOf, hasOtherTime } from "./dates.ts";
import { entryOf, keptParams, typesOf } from "./entry.ts";
import { putJsProp } from "./js-props.ts";
import { contextOfType } from "./kinds.ts";
import { nameComponents, readAddress } from "./structured.ts";
import { partsOf, unescaped, type VCardProperty, wordsOf } from "./vcard-lines.ts";

/** RFC 7095: name, parameters, type of the value, value. */
type JCardProperty = [name: string, params: Record<string, string | string[]>, type: string, value: string];

/** A card without what the server sets. */
export type ReadCard = Partial<Card> & Pick<Card, "@type" | "version">;

/** Apple's own labels are words between marks. */
const appleLabel = (text: string): string => unescaped(text).replace(/^_\$!<(.*)>!\$_$/, "$1");

/** Of a type: it says where something belongs, and not what it is. */
const isWhere = (type: string): boolean => contextOfType.has(type) || type === "pref";

/** Apple's name for it. */
const plainNames = new Map([["x-addressbookserver-kind", "kind"]]);

const understoodOfName = new Set(["sort-as", "derived", "value", "charset", "encoding", "pref"]);

class CardReader {
  readonly card: ReadCard & JsonObject = { "@type": "Card", version: "1.0" };
  /** Apple's labels by the group of their property. */
  readonly #labels = new Map<string, { shown: string; raw: string }>();
  /** Groups of properties that became entries, or have no value: their labels are not kept apart. */
  readonly #placed = new Set<string>();
  /** Groups of several properties. */
  readonly #shared = new Set<string>();
  readonly #kept: JCardProperty[] = [];
  /** vCard 2.1 has no lists. */
  readonly #hasLists: boolean;

  constructor(properties: readonly VCardProperty[]) {
    const groups = new Set<string>();
    for (const { name, group, value } of properties) {
      if (!group) continue;
      if (name === "x-ablabel") this.#labels.set(group, { shown: appleLabel(value), raw: value });
      else if (groups.has(group)) this.#shared.add(group);
      else groups.add(group);
    }
    this.#hasLists = !properties.some(({ name, value }) => name === "version" && value.trim() === "2.1");
    // What has no property of its own takes the keys that are left.
    const [others, own] = [true, false].map((is) => properties.filter(({ name }) => (name === "jsprop") === is));
    for (const property of [...own!, ...others!]) this.#read(property);
    for (const [group, { raw }] of this.#labels)
      if (!this.#placed.has(group)) this.#kept.push(["x-ablabel", { group }, "unknown", raw]);
    if (this.#kept.length > 0) this.card["vCardProps"] = this.#kept;
  }

  /** RFC 9555 §2.15.1. */
  #keep({ name, group, params, value }: VCardProperty): void {
    const kept = keptParams(params);
    const type = params.get("value")?.[0]?.toLowerCase() ?? "unknown";
    delete kept["value"];
    // Quoted-printable has line breaks in a value, where others have escapes.
    this.#kept.push([name, { ...(group && { group }), ...kept }, type, value.replaceAll(/\r\n?|\n/g, String.raw`\n`)]);
  }

  #entry(property: VCardProperty, more: JsonObject, understood: readonly string[] = []): JsonObject {
    const { group } = property;
    const label = group === undefined ? undefined : this.#labels.get(group)?.shown;
    if (group !== undefined) this.#placed.add(group);
    const isKept = group !== undefined && (label === undefined || this.#shared.has(group));
    return { ...more, ...entryOf(property, { label, group: isKept ? group : undefined }, understood) };
  }

  #read(property: VCardProperty): void {
    const { name, value, group } = property;
    const text = unescaped(value).trim();
    // Every property may be there without a value; it says nothing then.
    if (text.replaceAll(/[;,\s]/g, "") === "") {
      if (group) this.#placed.add(group);
      return;
    }
    if (name === "version" || (name === "x-ablabel" && property.group)) return;
    if (!this.#readOne(property, text)) this.#keep(property);
  }

  /** Its value has a place that has none for its parameters: they are kept beside it. @returns true */
  #readPlain(property: VCardProperty): true {
    const { name, group, params } = property;
    const said = [...params.keys()].filter((each) => each !== "charset" && each !== "encoding");
    if (group !== undefined || said.length > 0) this.#keep({ ...property, name: plainNames.get(name) ?? name });
    return true;
  }

  /** @returns whether JSContact has a place for it */
  #readOne(property: VCardProperty, text: string): boolean {
    const { name, value } = property;
    switch (name) {
      case "uid":
        this.card.uid = text;
        return this.#readPlain(property);
      case "prodid":
        this.card["prodId"] = text;
        return true;
      case "kind":
      case "x-addressbookserver-kind":
        this.card.kind = text.toLowerCase();
        return this.#readPlain(property);
      case "member":
      case "x-addressbookserver-member":
        (this.card.members ??= {})[text] = true;
        return true;
      case "fn":
        if (this.card.name?.full !== undefined) return false;
        (this.card.name ??= {}).full = text;
        this.#keepOfName(property);
        return true;
      case "n":
        return this.#readName(property);
      case "nickname":
        for (const part of partsOf(value, ","))
          addEntry(this.card, "nicknames", "k", this.#entry(property, { name: unescaped(part) }));
        return true;
      case "org":
        return this.#readOrganization(property);
      case "title":
      case "role":
        addEntry(this.card, "titles", "t", this.#entry(property, { name: text, kind: name }));
        return true;
      case "email":
        addEntry(this.card, "emails", "e", this.#entry(property, { address: text }));
        return true;
      case "tel":
        addEntry(this.card, "phones", "p", this.#entry(property, { number: text }));
        return true;
      case "adr":
        return this.#readAddress(property);
      case "url":
        addEntry(this.card, "links", "l", this.#entry(property, { uri: text }, ["mediatype"]));
        return true;
      case "impp":
        addEntry(this.card, "onlineServices", "s", this.#entry(property, { uri: text, vCardName: "impp" }));
        return true;
      case "x-socialprofile":
      case "socialprofile":
        return this.#readProfile(property, text);
      case "note":
        addEntry(this.card, "notes", "n", this.#entry(property, { note: text }));
        return true;
      case "categories":
        for (const word of wordsOf(value)) (this.card.keywords ??= {})[word] = true;
        return this.#readPlain(property);
      case "bday":
      case "anniversary":
      case "x-anniversary":
      case "deathdate":
        return this.#readAnniversary(property, text);
      case "photo":
      case "logo":
      case "sound":
        return this.#readMedia(property);
      case "lang":
        addEntry(this.card, "preferredLanguages", "g", this.#entry(property, { language: text }));
        return true;
      case "rev":
        return this.#readTime("updated", text);
      case "created":
        return this.#readTime("created", text);
      case "jsprop":
        return putJsProp(this.card, property.params.get("jsptr")?.[0] ?? "", text);
      default:
        return false;
    }
  }

  /** The language of FN and N and the like: of the name, which is one object (RFC 9555 §2.15.2). */
  #keepOfName({ params }: VCardProperty): void {
    const kept = keptParams([...params].filter(([name]) => !understoodOfName.has(name)));
    if (Object.keys(kept).length === 0) return;
    const name = (this.card.name ??= {});
    name["vCardParams"] = { ...(name["vCardParams"] as JsonObject | undefined), ...kept };
  }

  #readName(property: VCardProperty): boolean {
    const { value, params } = property;
    const known = this.card.name;
    if (known?.components) return false;
    const components = nameComponents(value, this.#hasLists);
    const sortAs = params.get("sort-as")?.flatMap((text) => partsOf(text, ","));
    const sorts = { ...(sortAs?.[0] && { surname: sortAs[0] }), ...(sortAs?.[1] && { given: sortAs[1] }) };
    this.card.name = { ...known, components, ...(sortAs && { sortAs: sorts }) };
    this.#keepOfName(property);
    return true;
  }

  #readOrganization(property: VCardProperty): boolean {
    const [name = "", ...units] = partsOf(property.value, ";").map((part) => unescaped(part).trim());
    const filled = units.filter(Boolean).map((unit) => ({ name: unit }));
    addEntry(
      this.card,
      "organizations",
      "o",
      this.#entry(property, { ...(name && { name }), ...(filled.length > 0 && { units: filled }) }),
    );
    return true;
  }

  #readAddress(property: VCardProperty): boolean {
    const { components, full: whole } = readAddress(property.value, this.#hasLists);
    const full = property.params.get("label")?.[0] ?? whole;
    const [code] = property.params.get("cc") ?? [];
    const [geo] = property.params.get("geo") ?? [];
    const more = {
      components,
      ...(full && { full }),
      ...(code && { countryCode: code }),
      ...(geo && { coordinates: geo }),
    };
    addEntry(this.card, "addresses", "a", this.#entry(property, more, ["label", "cc", "geo"]));
    return true;
  }

  #readProfile(property: VCardProperty, text: string): boolean {
    const service =
      property.params.get("service-type")?.[0] ??
      typesOf(property).find((type) => !contextOfType.has(type) && type !== "pref");
    const params = new Map(property.params);
    const others = typesOf(property).filter((type) => type !== service?.toLowerCase());
    params.set("type", others);
    const isUri = /^[a-z][a-z0-9+.-]*:/i.test(text);
    const user = params.get("username")?.[0] ?? params.get("x-user")?.[0];
    const more = {
      ...(service && { service }),
      ...(isUri ? { uri: text } : { user: text }),
      ...(isUri && user && { user }),
    };
    const understood = ["service-type", "username", "x-user"];
    addEntry(
      this.card,
      "onlineServices",
      "s",
      this.#entry({ ...property, params }, { ...more, vCardName: "socialprofile" }, understood),
    );
    return true;
  }

  #readAnniversary(property: VCardProperty, text: string): boolean {
    const date = dateOf(text);
    if (!date) return false;
    // vCard 3.0 has Apple's way to leave out the year: one that is known to be none.
    const omitted = property.params.get("x-apple-omit-year")?.[0];
    if (omitted !== undefined && String(date.year) === omitted) delete date.year;
    const scale = property.params.get("calscale")?.[0]?.toLowerCase() ?? "gregorian";
    if (scale !== "gregorian" && date.utc === undefined) date["calendarScale"] = scale;
    // Its day is the card's; the whole is kept beside it (RFC 9555 §2.15.1).
    if (hasOtherTime(text)) this.#keep({ ...property, name: property.name.replace("x-", ""), params: new Map() });
    const kind = { bday: "birth", deathdate: "death" }[property.name] ?? "wedding";
    addEntry(this.card, "anniversaries", "b", this.#entry(property, { kind, date }, ["x-apple-omit-year", "calscale"]));
    return true;
  }

  #readMedia(property: VCardProperty): boolean {
    const { params, value, name } = property;
    const [encoding = ""] = params.get("encoding") ?? [];
    const isInline = /^(?:b|base64)$/i.test(encoding);
    const [form, ...types] = typesOf(property).toSorted((one, other) => Number(isWhere(one)) - Number(isWhere(other)));
    const hasForm = form !== undefined && !isWhere(form);
    const mediaType =
      params.get("mediatype")?.[0] ?? (hasForm ? `${name === "sound" ? "audio" : "image"}/${form}` : undefined);
    const uri = isInline ? `data:${mediaType ?? "image/jpeg"};base64,${value.replaceAll(/\s/g, "")}` : value.trim();
    if (!/^[a-z][a-z0-9+.-]*:/i.test(uri)) return false;
    const data = /^data:([^;,]+)/i.exec(uri)?.[1];
    const entry = this.#entry(
      { ...property, params: new Map([...params, ["type", hasForm || form === undefined ? types : [form, ...types]]]) },
      {
        kind: name,
        uri,
        ...((data ?? mediaType) !== undefined && { mediaType: data ?? mediaType }),
      },
      ["mediatype"],
    );
    addEntry(this.card, "media", "m", entry);
    return true;
  }

  #readTime(property: "created" | "updated", text: string): boolean {
    const [, year, month, day, hour = "00", minute = "00", second = "00"] =
      /^(\d{4})-?(\d{2})-?(\d{2})(?:T?(\d{2}):?(\d{2}):?(\d{2})?(?:\.\d+)?Z?)?$/.exec(text) ?? [];
    const time = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
    if (year === undefined || Number.isNaN(Date.parse(time))) return false;
    this.card[property] = time;
    return true;
  }
}

export const toCard = (properties: readonly VCardProperty[]): ReadCard => new CardReader(properties).card;
