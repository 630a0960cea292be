/** What RFC 9554 and RFC 9555 add to vCards, and programs that know only RFC 6350 or Apple's groups. */
import { expect, test } from "vitest";
import type { Card } from "../../src/contacts/card.ts";
import { fromCard } from "../../src/vcard/from-card.ts";
import { asVersion3 } from "../../src/vcard/version-3.ts";
import { cardOf, cardsOf, fixture, inside } from "./support.ts";

test("an address in lists and in the parts of RFC 9554, beside what is said of it", () => {
  const { addresses } = cardOf(fixture("all-properties"));
  expect(addresses!["a1"]).toMatchObject({
    full: "Mr. John Q. Public, Esq.\nMail Drop: TNE QB",
    components: [
      { kind: "postOfficeBox", value: "P.O. Box 5" },
      { kind: "apartment", value: "Suite 7" },
      { kind: "apartment", value: "Floor 3" },
      { kind: "name", value: "123 Main Street, East" },
      { kind: "locality" },
      { kind: "region" },
      { kind: "postcode" },
      { kind: "country" },
    ],
  });
  expect(addresses!["a2"]!.components!.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
    "number 54321",
    "name Oak St",
    "building East Wing",
    "district Fairfax",
    "locality Reston",
    "region VA",
    "postcode 20190",
    "country USA",
  ]);
  const text = fromCard(cardOf(fixture("all-properties"))).replaceAll("\r\n ", "");
  // Readers of RFC 6350 alone know the parts before.
  expect(text).toContain(":;;54321 Oak St;Reston;VA;20190;USA;;;;54321;Oak St;East Wing;;;Fairfax;;\r\n");
  // Apple knows by the group which country an address is of.
  expect(text).toMatch(/item2\.ADR:[^\r]+\r\nitem2\.X-ABLABEL:Harbour\r\n/);
  expect(text).toContain("item2.X-ABADR:gb");
  expect(text).toContain("item3.X-ABLABEL:Crew");
});

test("a comma of vCard 2.1 is text", () => {
  const text = ["BEGIN:VCARD", "VERSION:2.1", "FN:A", "ADR:;;High St,5;London", "END:VCARD"].join("\r\n");
  expect(cardOf(text).addresses!["a1"]!.components).toEqual([
    { kind: "name", value: "High St,5" },
    { kind: "locality", value: "London" },
  ]);
});

test("a generation and a second surname stand also where readers of RFC 6350 look", () => {
  const components = [
    { kind: "given", value: "Ana" },
    { kind: "surname", value: "Cruz" },
    { kind: "surname2", value: "Ruiz" },
    { kind: "generation", value: "Jr." },
    { kind: "credential", value: "M.D." },
  ];
  const text = fromCard({ "@type": "Card", version: "1.0", uid: "a", name: { components } });
  expect(text).toContain("N:Cruz,Ruiz;Ana;;;Jr.,M.D.;Ruiz;Jr.\r\n");
  expect(text).toContain("FN;DERIVED=true:Ana Cruz Ruiz Jr. M.D.\r\n");
  expect(cardOf(text).name!.components).toHaveLength(5);
  expect(cardOf(text).name!.components).toEqual(expect.arrayContaining(components));
});

test.each([
  ["name", { name: { components: [{ kind: "given", value: "A;" }] } }],
  ["address", { addresses: { a1: { components: [{ kind: "locality", value: "Lund;" }] } } }],
])("the semicolon at the end of a %s stays", (_, said) => {
  const read = cardOf(fromCard({ "@type": "Card", version: "1.0", uid: "a", ...said }));
  expect(read).toMatchObject(said);
});

test("two labels that name one group stay those of two properties", () => {
  const entry = { label: "Boat", vCardParams: { group: "item1" } };
  const emails = { e1: { address: "a@x.example", ...entry }, e2: { address: "b@x.example", ...entry, label: "Car" } };
  const read = cardOf(fromCard({ "@type": "Card", version: "1.0", uid: "a", emails }));
  expect(Object.values(read.emails!).map(({ label }) => label)).toEqual(["Boat", "Car"]);
});

test("[9555 §3.2.1] what vCard has no property for goes out as JSPROP", () => {
  const card: Card = { "@type": "Card", version: "1.0", uid: "a", "example.com:shoes": { size: 39 } };
  expect(fromCard(card)).toContain(String.raw`JSPROP;JSPTR="example.com:shoes":{"size":39}`);
});

test("[9555 §3.2.1] and is read again, beside what the vCard says itself", () => {
  const card: Card = {
    "@type": "Card",
    version: "1.0",
    uid: "a",
    name: { full: "A" },
    language: "ru",
    speakToAs: { grammaticalGender: "feminine", pronouns: { p: { pronouns: "she" } } },
    relatedTo: { "urn:uuid:1": { relation: { friend: true } } },
    cryptoKeys: { k: { uri: "https://a.example/key" } },
    personalInfo: { h: { kind: "hobby", value: "boats; and, ships", level: "high" } },
    localizations: { en: { "name/full": "A." } },
    anniversaries: {
      b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } },
      e1: { kind: "Housewarming", date: { year: 2020, month: 5, day: 1 } },
      e2: { kind: "Name/day", date: { month: 5, day: 2 } },
    },
    "example.com:shoes": [1, { "a/b": null }],
  };
  const text = fromCard(card);
  expect(cardOf(text)).toEqual(card);
  expect(cardOf(asVersion3(text))).toEqual(card);
});

test.each([
  ["that is no JSON", "JSPTR=language:de"],
  ["of what a vCard says itself", String.raw`JSPTR=emails/e1:{"address":"b@x.example"}`],
  ["of a name of JavaScript", String.raw`JSPTR=__proto__:{"a":1}`],
  ["that no card may have", String.raw`JSPTR=cryptoKeys/k:{"uri":5}`],
  ["of a date that is none", String.raw`JSPTR=anniversaries/a:{"kind":"x"\,"date":{"day":1}}`],
])("a JSPROP %s is kept as it came", (_, property) => {
  const card = cardOf(inside("FN:A", "EMAIL:a@x.example", `JSPROP;${property}`));
  expect(card).toMatchObject({ name: { full: "A" }, emails: { e1: { address: "a@x.example" } } });
  expect(Object.keys(card).toSorted()).toEqual(["@type", "emails", "name", "vCardProps", "version"]);
  expect(fromCard(card)).toContain("JSPROP;JSPTR=");
});

test.each([
  ["19531015T231000-0500", "1953-10-16T04:10:00Z"],
  ["1953-10-15T23:10:00+03:00", "1953-10-15T20:10:00Z"],
  ["1953-10-15T23:10:00.000Z", "1953-10-15T23:10:00Z"],
])("a moment of birth with its zone: %s", (text, utc) => {
  const card = cardOf(inside("FN:A", `BDAY:${text}`));
  expect(card.anniversaries).toEqual({ b1: { kind: "birth", date: { "@type": "Timestamp", utc } } });
});

test.each([
  ["BDAY", "19531015T2310", { year: 1953, month: 10, day: 15 }],
  ["BDAY", "1953-10-15T23:10:00", { year: 1953, month: 10, day: 15 }],
  ["DEATHDATE", "--1015T231000Z", { month: 10, day: 15 }],
  ["BDAY", "19531015T256000Z", { year: 1953, month: 10, day: 15 }],
])("a time that JSContact has no place for stays with its day: %s %s", (name, text, date) => {
  const card = cardOf(inside("FN:A", `a.${name};PREF=1:${text}`, "a.X-ABLABEL:Sure"));
  expect(Object.values(card.anniversaries!)).toMatchObject([{ date, label: "Sure" }]);
  const written = fromCard(card);
  expect(written).toContain(`${name};PREF=1:${text}\r\n`);
  expect(written.match(new RegExp(name, "g"))).toHaveLength(1);
  expect(cardOf(written).anniversaries).toMatchObject(
    Object.fromEntries(
      Object.entries(card.anniversaries!).map(([key, { kind }]) => [key, { kind, date, label: "Sure" }]),
    ),
  );
  // Corrected, or gone, it is that day no more.
  const [key, entry] = Object.entries(card.anniversaries!)[0]!;
  const other = fromCard({ ...card, anniversaries: { [key]: { ...entry, date: { ...date, day: 16 } } } });
  expect(other).not.toContain(text);
  expect(fromCard({ ...card, anniversaries: {} })).not.toContain(name);
});

test.each(["19531015T000000", "1953-10-15T00:00:00Z", "1953-10-15T00:00:00.000Z", "19531015T000000+0300"])(
  "midnight is a day: %s",
  (text) => {
    const { anniversaries, vCardProps } = cardOf(inside("FN:A", `BDAY:${text}`));
    expect(anniversaries).toEqual({ b1: { kind: "birth", date: { year: 1953, month: 10, day: 15 } } });
    expect(vCardProps).toBeUndefined();
  },
);

test("AGENT's card of vCard 2.1, which stands in lines of its own, comes out in the value as in 3.0", () => {
  const agent = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "N:Bel;Ann",
    "AGENT:",
    "BEGIN:VCARD",
    "FN:C, D",
    "END:VCARD",
    "END:VCARD",
  ];
  const text = ["BEGIN:VCARD", "VERSION:2.1", "FN:A", "AGENT:", ...agent, "TEL:5", "END:VCARD"].join("\r\n");
  const [card, ...others] = cardsOf(text);
  expect(others).toEqual([]);
  expect(card).toMatchObject({ name: { full: "A" }, phones: { p1: { number: "5" } } });
  const written = fromCard(card!).replaceAll("\r\n ", "");
  expect(written).toContain(
    `AGENT:${agent
      .map((line) => `${line}\n`)
      .join("")
      .replaceAll(/[;,]/g, String.raw`\$&`)
      .replaceAll("\n", String.raw`\n`)}\r\n`,
  );
  expect(cardsOf(written)).toEqual([card]);
});

const plainLines = (card: Card): string[] =>
  fromCard(card)
    .split("\r\n")
    .filter((line) => /UID|KIND|CATEGORIES/.test(line))
    .toSorted();

test("what is said of a category, a uid or a kind goes when they are others", () => {
  const card = cardOf(
    inside("FN:A", "UID;X-A=1:u1", "KIND;X-B=2:org", "a.CATEGORIES;PREF=1:one,two\\,2", "CATEGORIES:three"),
  );
  expect(card).toMatchObject({ uid: "u1", kind: "org", keywords: { one: true, "two,2": true, three: true } });
  expect(plainLines(card)).toEqual(
    ["UID;X-A=1:u1", "KIND;X-B=2:org", "a.CATEGORIES;PREF=1:one,two\\,2", "CATEGORIES:three"].toSorted(),
  );
  expect(plainLines({ ...card, uid: "u2", kind: "individual", keywords: { one: true, four: true } })).toEqual(
    ["UID:u2", "KIND:individual", "a.CATEGORIES;PREF=1:one", "CATEGORIES:four"].toSorted(),
  );
});
