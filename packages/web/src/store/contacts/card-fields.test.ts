/** A card in the form and back: nothing that the form does not show is lost. */
import { type ContactCard, fullNameOf, shownName } from "@pismo/jmap";
import { expect, test } from "vitest";
import { categoriesOf, changesOf, fieldsOf, isBirthday } from "./card-fields.ts";

const card: ContactCard = {
  "@type": "Card",
  version: "1.0",
  id: "c1",
  uid: "urn:one",
  addressBookIds: { d1: true },
  name: {
    components: [
      { kind: "title", value: "Dr." },
      { kind: "given", value: "Anna" },
      { kind: "surname", value: "Petrova" },
    ],
  },
  emails: {
    e1: { address: "anna@work.example", contexts: { work: true, billing: true }, pref: 1, "example.com:x": 1 },
    e2: { address: "anna@home.example", label: "Old" },
  },
  addresses: { a1: { components: [{ kind: "locality", value: "Perm" }], countryCode: "RU" } },
  anniversaries: {
    w: { kind: "wedding", date: { year: 2010, month: 6, day: 1 } },
    b: { kind: "birth", date: { month: 4, day: 12 }, place: { full: "Perm" } },
  },
  media: { logo: { kind: "logo", uri: "https://x.example/logo.png" } },
  notes: { n1: { note: "One", created: "2020-01-01T00:00:00Z" }, n2: { note: "Two" } },
};

test("a form that is saved as it was changes nothing", () => {
  expect(changesOf(card, fieldsOf(card))).toEqual({});
  expect(changesOf({}, fieldsOf({}))).toEqual({});
});

test("what the form does not show stays", () => {
  const fields = fieldsOf(card);
  const [work, home] = fields.emails;
  const changes = changesOf(card, {
    ...fields,
    surname: "Ivanova",
    emails: [{ ...work!, value: "anna@new.example", place: "private" }, home!, { key: "e3", value: " ", place: "" }],
    birthday: { day: "12", month: "4", year: "1981" },
    note: "",
    picture: "data:image/png;base64,AAAA",
  });
  expect(changes).toEqual({
    name: {
      components: [
        { kind: "given", value: "Anna" },
        { kind: "title", value: "Dr." },
        { kind: "surname", value: "Ivanova" },
      ],
    },
    emails: {
      e1: { address: "anna@new.example", contexts: { billing: true, private: true }, pref: 1, "example.com:x": 1 },
      e2: card.emails!["e2"],
    },
    anniversaries: {
      w: card.anniversaries!["w"],
      b: { kind: "birth", date: { year: 1981, month: 4, day: 12 }, place: { full: "Perm" } },
    },
    notes: { n2: { note: "Two" } },
    media: {
      logo: card.media!["logo"],
      p1: { kind: "photo", uri: "data:image/png;base64,AAAA", mediaType: "image/png" },
    },
  });
});

test("categories are one text, and those that a comma would tear apart stay", () => {
  const keywords = { myContacts: true, Friends: true, "Perm, Urals": true, " Choir": true } as const;
  expect(categoriesOf({ keywords })).toEqual(["Friends", "Perm, Urals", " Choir"]);
  const fields = fieldsOf({ keywords });
  expect(fields.categories).toBe("Friends, Choir");
  expect(changesOf({ keywords }, { ...fields, categories: "Choir,  Books ,, Books" })).toEqual({
    keywords: { myContacts: true, "Perm, Urals": true, " Choir": true, Books: true },
  });
  expect(changesOf({ keywords: { Friends: true } }, { ...fields, categories: " , " })).toMatchObject({
    keywords: null,
  });
});

test("what is emptied goes", () => {
  const empty = fieldsOf({});
  expect(changesOf({ emails: { e1: { address: "a@x.example" } }, name: { full: "A" } }, empty)).toEqual({
    emails: null,
    name: null,
  });
});

test.each([
  [{ day: "", month: "", year: "" }, true],
  [{ day: "", month: "", year: "1981" }, true],
  [{ day: "", month: "4", year: "1981" }, true],
  [{ day: "29", month: "2", year: "" }, true],
  [{ day: "29", month: "2", year: "1981" }, false],
  [{ day: "31", month: "4", year: "" }, false],
  [{ day: "", month: "4", year: "" }, false],
  [{ day: "3", month: "", year: "" }, false],
])("%j is a birthday: %s", (birthday, is) => {
  expect(isBirthday(birthday)).toBe(is);
});

test("a name is in the order that the card says, or the usual one", () => {
  expect(fullNameOf(card)).toBe("Dr. Anna Petrova");
  const components = [
    { kind: "surname", value: "Петрова" },
    { kind: "separator", value: ", " },
    { kind: "given", value: "Анна" },
  ];
  expect(fullNameOf({ name: { components, isOrdered: true } })).toBe("Петрова, Анна");
  expect(shownName({ id: "c", emails: { e: { address: "a@x.example" } } })).toBe("a@x.example");
});
