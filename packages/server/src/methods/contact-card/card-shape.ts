/** What a JSContact card must be: RFC 9553. Properties that it does not name are kept unseen (§1.8). */
import {
  boolean,
  type Check,
  isObject,
  isUtcDate,
  list,
  mapOf,
  oneOf,
  string,
  unsignedInt,
  utcDate,
  wrong,
} from "../checks.ts";

/** Properties by name. */
type ObjectShape = Readonly<Record<string, Check>>;

/** §1.3.4: the type's name may be left out, but no other may stand there. */
const objectOf =
  (type: string, shape: ObjectShape, required: readonly string[] = []): Check =>
  (value, name) => {
    if (!isObject(value)) throw wrong(name, "an object");
    if (Object.hasOwn(value, "@type") && value["@type"] !== type) throw wrong(`${name}/@type`, type);
    for (const property of required) if (!Object.hasOwn(value, property)) throw wrong(`${name}/${property}`, "there");
    for (const [property, each] of Object.entries(value)) {
      const check = Object.hasOwn(shape, property) ? shape[property] : undefined;
      check?.(each, `${name}/${property}`);
    }
  };

/** §1.4.1: ids of JSContact are those of JMAP. */
const entryId: Check = (value, name) => {
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(value as string)) throw wrong(name, "an id");
};
const entriesOf = (check: Check): Check => mapOf(entryId, check);

/** A set is a map to true. */
const setOfStrings = mapOf(string, oneOf(true));

const pref: Check = (value, name) => {
  unsignedInt(value, name);
  if ((value as number) < 1 || (value as number) > 100) throw wrong(name, "a number from 1 to 100");
};

const usual = { contexts: setOfStrings, pref, label: string };
const phonetics = { phoneticScript: string, phoneticSystem: string };

const component = (type: string): Check =>
  objectOf(type, { value: string, kind: string, phonetic: string }, ["value", "kind"]);

const name = objectOf("Name", {
  components: list(component("NameComponent")),
  isOrdered: boolean,
  defaultSeparator: string,
  full: string,
  sortAs: mapOf(string, string),
  ...phonetics,
});

const address = objectOf("Address", {
  components: list(component("AddressComponent")),
  isOrdered: boolean,
  countryCode: string,
  coordinates: string,
  timeZone: string,
  full: string,
  defaultSeparator: string,
  contexts: setOfStrings,
  pref,
  ...phonetics,
});

/** §1.4.4. */
const resource = (type: string, more: ObjectShape = {}): Check =>
  objectOf(type, { kind: string, uri: string, mediaType: string, ...usual, ...more }, ["uri"]);

/** §2.8.1: a PartialDate is the default. */
const anniversaryDate: Check = (value, at) => {
  if (!isObject(value)) throw wrong(at, "an object");
  if (value["@type"] === "Timestamp" || isUtcDate(value["utc"]))
    return objectOf("Timestamp", { utc: utcDate }, ["utc"])({ "@type": "Timestamp", ...value }, at);
  const { year, month, day } = value;
  objectOf("PartialDate", { year: unsignedInt, month: unsignedInt, day: unsignedInt, calendarScale: string })(
    value,
    at,
  );
  const isMonth = month === undefined || ((month as number) >= 1 && (month as number) <= 12);
  const isDay = day === undefined || ((day as number) >= 1 && (day as number) <= 31 && month !== undefined);
  const says = year !== undefined || month !== undefined;
  if (!isMonth || !isDay || !says || (month !== undefined && year === undefined && day === undefined))
    throw wrong(at, "a PartialDate");
};

/** §2.6.4; in JMAP the blob may stand for the URI (RFC 9610 §3). */
const media: Check = (value, at) => {
  objectOf("Media", { kind: string, uri: string, mediaType: string, blobId: string, ...usual }, ["kind"])(value, at);
  const { uri, blobId } = value as Record<string, unknown>;
  if ((uri === undefined) === (blobId === undefined)) throw wrong(at, "a Media with either a uri or a blobId");
};

/** §2.7.1: patches by language, which are kept as they came. */
const localizations = mapOf(
  string,
  mapOf(string, () => undefined),
);

const orgUnit = objectOf("OrgUnit", { name: string, sortAs: string }, ["name"]);

/** The uid is an index's key, and stands on one line in vCards. */
const uid: Check = (value, at) => {
  string(value, at);
  const text = value as string;
  if (text === "" || text.length > 1000 || /\p{Cc}|\p{Cs}/u.test(text))
    throw wrong(at, "a line of 1 to 1000 characters");
};

export const cardChecks: ObjectShape = {
  "@type": oneOf("Card"),
  version: string,
  uid,
  created: utcDate,
  updated: utcDate,
  kind: string,
  language: string,
  members: setOfStrings,
  prodId: string,
  relatedTo: mapOf(string, objectOf("Relation", { relation: setOfStrings })),
  name,
  nicknames: entriesOf(objectOf("Nickname", { name: string, ...usual }, ["name"])),
  organizations: entriesOf(
    objectOf("Organization", { name: string, units: list(orgUnit), sortAs: string, contexts: setOfStrings }),
  ),
  speakToAs: objectOf("SpeakToAs", {
    grammaticalGender: string,
    pronouns: entriesOf(objectOf("Pronouns", { pronouns: string, ...usual }, ["pronouns"])),
  }),
  titles: entriesOf(objectOf("Title", { name: string, kind: string, organizationId: string }, ["name"])),
  emails: entriesOf(objectOf("EmailAddress", { address: string, ...usual }, ["address"])),
  onlineServices: entriesOf(objectOf("OnlineService", { service: string, uri: string, user: string, ...usual })),
  phones: entriesOf(objectOf("Phone", { number: string, features: setOfStrings, ...usual }, ["number"])),
  preferredLanguages: entriesOf(objectOf("LanguagePref", { language: string, ...usual }, ["language"])),
  calendars: entriesOf(resource("Calendar")),
  schedulingAddresses: entriesOf(objectOf("SchedulingAddress", { uri: string, ...usual }, ["uri"])),
  addresses: entriesOf(address),
  cryptoKeys: entriesOf(resource("CryptoKey")),
  directories: entriesOf(resource("Directory", { listAs: unsignedInt })),
  links: entriesOf(resource("Link")),
  media: entriesOf(media),
  localizations,
  anniversaries: entriesOf(
    objectOf("Anniversary", { kind: string, date: anniversaryDate, place: address }, ["kind", "date"]),
  ),
  keywords: setOfStrings,
  notes: entriesOf(
    objectOf("Note", { note: string, created: utcDate, author: objectOf("Author", { name: string, uri: string }) }, [
      "note",
    ]),
  ),
  personalInfo: entriesOf(
    objectOf("PersonalInfo", { kind: string, value: string, level: string, listAs: unsignedInt, label: string }, [
      "kind",
      "value",
    ]),
  ),
};
