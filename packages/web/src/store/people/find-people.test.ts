/** Whom a typed text may mean. */
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import { expect, test } from "vitest";
import { CardBook } from "../contacts/card-book.ts";
import type { SomeCard } from "../contacts/card-names.ts";
import { contactIndexes, makeContactIndexes } from "./contact-index.ts";
import { entriesOf, membersOf } from "./entries.ts";
import { findPeople } from "./find-people.ts";
import { WordIndex } from "./word-index.ts";

const card = (id: string, given: string, surname: string, ...addresses: string[]): SomeCard => ({
  id,
  uid: id,
  name: {
    components: [
      { kind: "given", value: given },
      { kind: "surname", value: surname },
    ],
  },
  emails: Object.fromEntries(addresses.map((address, index) => [`e${index}`, { address }])),
});

const group: SomeCard = {
  id: "g",
  uid: "g",
  kind: "group",
  name: { full: "Bookworms" },
  members: { a: true, b: true, c: true, elsewhere: true },
};
const cards = [
  card("a", "Анна", "Пётрова", "anna@mail.example", "ap@work.example"),
  card("b", "Boris", "Akunin", "boris@mail.example"),
  card("c", "Borislav", "Lost", "lost@mail.example"),
  card("d", "José", "Muñoz", "jm@mail.example"),
  group,
];
const takesLetters = (key: string): boolean => !key.startsWith("lost");
await makeContactIndexes([cards]);
const indexes = contactIndexes([cards]);
const written = new WordIndex(entriesOf(cards[1]!));
const found = (text: string, count = 6): string[] =>
  findPeople([written, ...indexes], text, count, (entry) => entry.group !== undefined || takesLetters(entry.key)).map(
    ({ name, email }) => name ?? email,
  );

test.each([
  ["бор", ["Boris Akunin"]],
  ["petr", ["Анна Пётрова", "Анна Пётрова"]],
  ["петр", ["Анна Пётрова", "Анна Пётрова"]],
  ["gtnhjd", ["Анна Пётрова", "Анна Пётрова"]],
  ["фтт", ["Анна Пётрова"]],
  ["an pet", ["Анна Пётрова", "Анна Пётрова"]],
  ["akun bor", ["Boris Akunin"]],
  ["work", ["Анна Пётрова"]],
  ["bo", ["Boris Akunin", "Bookworms"]],
  ["mail.ex boris", ["Boris Akunin"]],
  ["jose mun", ["José Muñoz"]],
  ["josé", ["José Muñoz"]],
  ["oris", []],
  ["lost", []],
  ["", []],
  ["@", []],
])("%j finds %j", (text, names) => {
  expect(found(text)).toEqual(names);
});

test("what fits as it stands is before what fits in the other alphabet, and no more are found than are wanted", () => {
  expect(found("a", 3)).toEqual(["Boris Akunin", "Анна Пётрова", "Анна Пётрова"]);
  expect(found("a", 1)).toEqual(["Boris Akunin"]);
});

test("a group brings its people, each by an address that takes letters", () => {
  const byUid = { ofUid: (uid: string) => cards.find((each) => each.uid === uid) };
  expect(membersOf(group, byUid, takesLetters)).toEqual([
    { name: "Анна Пётрова", email: "anna@mail.example" },
    { name: "Boris Akunin", email: "boris@mail.example" },
  ]);
  expect(membersOf(group, byUid, (key) => key !== "anna@mail.example")[0]).toMatchObject({ email: "ap@work.example" });
});

test("fifty thousand contacts are looked through within a frame", async () => {
  const many = Array.from({ length: 50_000 }, (_, at) =>
    card(`c${at}`, `Имя${at % 977}`, `Family${at}`, `person${at}@mail.example`),
  );
  const book = new CardBook();
  for (const each of many) book.set(each);
  await makeContactIndexes(book.slices());
  const large = contactIndexes(book.slices());
  const slowest: string[] = [];
  for (const text of ["n", "имя5", "family49999", "person1 имя", "person family zzz", "nothing at all", "ничего"]) {
    const find = (): unknown => findPeople(large, text, 20, () => true);
    find();
    const times = Array.from({ length: 5 }, () => cpuTime(find));
    if (Math.min(...times) >= 16) slowest.push(text);
  }
  expect(slowest).toEqual([]);
});
