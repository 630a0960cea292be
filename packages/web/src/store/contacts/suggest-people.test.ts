/** Whom a typed text may mean. */
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import { expect, test } from "vitest";
import type { SomeCard } from "./card-names.ts";
import { candidatesOf, findPeople, indexOf } from "./suggest-people.ts";

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

const cards: SomeCard[] = [
  card("a", "Анна", "Пётрова", "anna@mail.example", "ap@work.example"),
  card("b", "Boris", "Akunin", "boris@mail.example"),
  card("c", "Borislav", "Lost", "lost@mail.example"),
  { id: "g", uid: "g", kind: "group", name: { full: "Bookworms" }, members: { a: true, b: true, elsewhere: true } },
];
const byUid = new Map(cards.map((each) => [each.uid!, each]));
const weights = new Map([["boris@mail.example", 5]]);
const index = indexOf(candidatesOf(cards, byUid, weights, (address) => address.startsWith("lost")));
const found = (text: string): string[] => findPeople(index, text, 6).map(({ name, email }) => name ?? email);

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
  ["lost", []],
  ["", []],
])("%j finds %j", (text, names) => {
  expect(found(text)).toEqual(names);
});

test("a group brings its people, and no address that takes no letters", () => {
  const [group] = findPeople(index, "bookw", 6);
  expect(group!.members).toEqual([
    { name: "Анна Пётрова", email: "anna@mail.example" },
    { name: "Boris Akunin", email: "boris@mail.example" },
  ]);
});

test("fifty thousand contacts are looked through within a frame", () => {
  const many = Array.from({ length: 50_000 }, (_, at) =>
    card(`c${at}`, `Name${at % 977}`, `Family${at}`, `person${at}@mail.example`),
  );
  const large = indexOf(candidatesOf(many, new Map(), new Map(), () => false));
  for (const text of ["n", "name5", "family49999", "person1 name"]) {
    findPeople(large, text, 20);
    expect(cpuTime(() => findPeople(large, text, 20))).toBeLessThan(16);
  }
});
