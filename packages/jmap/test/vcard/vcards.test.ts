/** vCards in the shapes that others write, into JSContact and out again: RFC 9555. Nothing that they say is lost. */
import { describe, expect, test } from "vitest";
import type { Card } from "../../src/contacts/card.ts";
import { fromCard } from "../../src/vcard/from-card.ts";
import { toCard } from "../../src/vcard/to-card.ts";
import { readVCards, unescaped, type VCardProperty } from "../../src/vcard/vcard-lines.ts";
import { asVersion3 } from "../../src/vcard/version-3.ts";
import { cardOf, cardsOf, fixture, inside } from "./support.ts";

const renamed = new Map([
  ["x-socialprofile", "socialprofile"],
  ["x-addressbookserver-kind", "kind"],
  ["x-addressbookserver-member", "member"],
]);
/** The whole of an address stands behind its parts at Google. */
const saidIn = ({ name, value, params }: VCardProperty): string =>
  name === "adr" ? `${value}${params.get("label")?.[0] ?? ""}` : value;

/** Parameters that are not only the form of their version, and are kept as they came. */
const keptOf = (params: VCardProperty["params"]) =>
  [...params]
    .filter(([name]) => !/^(?:type|value|charset|encoding|x-user|x-apple-omit-year)$/.test(name))
    .map(([name, values]) => `${name}=${values.join(",")}`);

/** A value without what is only the form of its version: signs in dates, Apple's year and marks, escapes. */
const meaningOf = (value: string): string =>
  unescaped(value)
    .toLowerCase()
    .replaceAll(/[\s\\;:_$!<>-]/g, "")
    .replace(/^1604(?=\d{4}$)/, "");

/** All that RFC 6350, 6474, 6715, 8605, 9554 and 9555 name, and what others put beside it. */
const files = ["google", "apple", "outlook", "thunderbird", "all-properties"];

describe.each(files)("a file of %s", (name) => {
  test("comes out as it went in: the same cards are read of it", () => {
    const cards = cardsOf(fixture(name));
    expect(cardsOf(cards.map(fromCard).join(""))).toEqual(cards);
  });

  test("says as a vCard all that it said", () => {
    for (const properties of readVCards(fixture(name))) {
      const [written = []] = readVCards(fromCard(toCard(properties) as Card));
      for (const { name: property, value, params } of properties.filter((each) => each.name !== "version")) {
        const others = written.filter((each) => each.name === (renamed.get(property) ?? property));
        // Names of one person are written one by one.
        for (const each of property === "nickname" ? value.split(",") : [value]) {
          const meant = others.find((other) => meaningOf(saidIn(other)).includes(meaningOf(each)));
          expect([property, each, meant !== undefined]).toEqual([property, each, true]);
          expect([property, keptOf(meant!.params)]).toEqual([property, expect.arrayContaining(keptOf(params))]);
        }
      }
    }
  });

  test("is written in lines of at most 75 octets", () => {
    for (const line of cardsOf(fixture(name)).map(fromCard).join("").split("\r\n"))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});

test("Google: labels of its own, lists, structured addresses, line breaks", () => {
  const card = cardOf(fixture("google"));
  expect(card).toMatchObject({
    name: {
      full: "Анна Петрова",
      components: [
        { kind: "surname", value: "Петрова" },
        { kind: "given", value: "Анна" },
        { kind: "given2", value: "Сергеевна" },
      ],
    },
    nicknames: { k1: { name: "Аня" } },
    emails: {
      e1: { address: "anna@home.example", contexts: { private: true } },
      e2: { address: "anna@work.example", contexts: { work: true } },
      e3: { address: "anna@club.example", label: "Клуб" },
    },
    phones: {
      p1: { number: "+7 900 123-45-67", features: { mobile: true } },
      p2: { vCardParams: { type: "workfax" } },
    },
    organizations: { o1: { name: "ООО «Пример»", units: [{ name: "Отдел писем" }] } },
    links: { l1: { uri: "https://anna.example/", label: "HomePage" } },
    anniversaries: { b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } } },
    notes: { n1: { note: "Первая строка\nвторая; с точкой" } },
    keywords: { myContacts: true, Книги: true },
    media: { m1: { kind: "photo", uri: "https://lh3.googleusercontent.example/a/photo" } },
  });
  expect(card.addresses!["a1"]!.components).toContainEqual({ kind: "name", value: "Набережная ул., 5, кв. 3" });
  expect(card["vCardProps"]).toContainEqual(["x-phonetic-last-name", {}, "unknown", "Petrova"]);
});

test("Apple: a birthday without a year, a picture, a profile, a group", () => {
  const [john, group] = cardsOf(fixture("apple"));
  expect(john).toMatchObject({
    uid: "5AD380FD-B2DE-4261-BA99-DE1D1DB52FBE",
    updated: "2024-03-01T10:20:30Z",
    emails: { e1: { contexts: { private: true }, pref: 1 }, e2: { label: "Boat" } },
    anniversaries: { b1: { kind: "birth", date: { month: 12, day: 25 } } },
    onlineServices: {
      s1: { service: "twitter", uri: "https://twitter.example/jsmith", user: "jsmith" },
      s2: { uri: "xmpp:john@chat.example", contexts: { private: true } },
    },
  });
  expect(john!.anniversaries!["b1"]!.date).not.toHaveProperty("year");
  expect(john!.media!["m1"]!.uri).toMatch(/^data:image\/jpeg;base64,\/9j\/4AAQ[\w+/]+DL\/$/);
  expect(group).toMatchObject({ kind: "group", members: { "urn:uuid:5AD380FD-B2DE-4261-BA99-DE1D1DB52FBE": true } });
});

test("Outlook: vCard 2.1 with its bare types and quoted-printable", () => {
  const card = cardOf(fixture("outlook"));
  expect(card).toMatchObject({
    name: {
      full: "Анна Петрова",
      components: [
        { kind: "surname", value: "Петрова" },
        { kind: "given", value: "Анна" },
      ],
    },
    emails: { e1: { address: "anna@example.de", pref: 1 } },
    phones: {
      p1: { contexts: { work: true }, features: { voice: true } },
      p2: { features: { mobile: true, voice: true } },
    },
    addresses: { a1: { contexts: { work: true }, pref: 1 } },
  });
  expect(JSON.stringify(card["vCardProps"])).toContain("electronicbusinesscards");
});

test("the language of a name stays with it, in its file and beside another one", () => {
  expect(fromCard(cardOf(fixture("outlook")))).toContain("N;LANGUAGE=ru:Петрова;Анна");
  const card = cardOf(inside("FN;ALTID=1;LANGUAGE=ru:Анна", "FN;ALTID=1;LANGUAGE=en:Anna"));
  const text = fromCard(card);
  expect(text).toContain("FN;ALTID=1;LANGUAGE=ru:Анна\r\n");
  expect(text).toContain("FN;ALTID=1;LANGUAGE=en:Anna\r\n");
  expect(cardOf(text)).toEqual(card);
});

test("Thunderbird: vCard 4.0 with what JSContact has no place for", () => {
  const card = cardOf(fixture("thunderbird"));
  expect(card).toMatchObject({
    uid: "urn:uuid:9d0f0a0e-0000-4000-8000-000000000001",
    notes: { n1: { note: "Comma, semicolon; backslash \\ and a folded line" } },
    titles: { t1: { name: "Kassiererin", kind: "title" }, t2: { name: "Vorstand", kind: "role" } },
    anniversaries: { b1: { date: { month: 4, day: 12 } }, b2: { kind: "wedding", date: { year: 2010 } } },
  });
  const kept = (card["vCardProps"] as string[][]).map(([name]) => name);
  expect(kept).toEqual(["tz", "x-custom1", "gender", "related"]);
});

test.each([
  ["a line that is none", inside("FN:A", "no colon here", "EMAIL:a@x.example"), { emails: { e1: {} } }],
  ["a card inside a card", inside("FN:A", "BEGIN:VCARD", "FN:B", "END:VCARD"), { name: { full: "A" } }],
  ["empty values", inside("FN:A", "ADR:;;;;;;", "TEL:", "N:;;;;"), { name: { full: "A" } }],
  ["bare line ends and a mark of order", `\uFEFF${inside("FN:A").replaceAll("\r", "")}`, { name: { full: "A" } }],
  [
    "a type that is a name of JavaScript",
    inside("FN:A", "EMAIL;TYPE=constructor:a@x.example"),
    { emails: { e1: { address: "a@x.example", vCardParams: { type: "constructor" } } } },
  ],
  [
    "a birthday in words",
    inside("FN:A", "BDAY;VALUE=text:circa 1800"),
    { vCardProps: [["bday", {}, "text", "circa 1800"]] },
  ],
])("%s", (_, text, expected) => {
  expect(cardsOf(text)).toHaveLength(1);
  expect(cardOf(text)).toMatchObject(expected);
});

describe("vCard 3.0", () => {
  test.each(files)("a file of %s says the same in it", (name) => {
    const cards = cardsOf(fixture(name));
    expect(cardsOf(asVersion3(cards.map(fromCard).join("")))).toEqual(cards);
  });

  test("has groups, days without a year, pictures and preferences as readers of it know them", () => {
    const card = cardOf(
      inside(
        "UID:g",
        "KIND:group",
        "FN:Friends",
        "MEMBER:urn:uuid:1",
        "BDAY:--0412",
        "EMAIL;PREF=1:a@example.org",
        "PHOTO:data:image/png;base64,iVBORw0KGgo=",
      ),
    );
    const text = asVersion3(fromCard(card));
    expect(text.split("\r\n")).toEqual(
      expect.arrayContaining([
        "VERSION:3.0",
        "N:;;;;",
        "X-ADDRESSBOOKSERVER-KIND:group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1",
        "BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12",
        "EMAIL;TYPE=pref:a@example.org",
        "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=",
      ]),
    );
    expect(cardsOf(text)).toEqual([card]);
  });
});
