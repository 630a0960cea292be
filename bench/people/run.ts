/**
 * Measures what completion costs the page with many contacts: what is done once, when they have come, and each text.
 *   node bench/people/run.ts [--contacts 50000]
 * Processor time, in ms; a frame has 16.7.
 */
import { parseArgs } from "node:util";
import { cpuTime } from "../../packages/jmap/test/cpu-time.ts";
import { CardBook } from "../../packages/web/src/store/contacts/card-book.ts";
import type { SomeCard } from "../../packages/web/src/store/contacts/card-names.ts";
import { contactIndexes, makeContactIndexes } from "../../packages/web/src/store/people/contact-index.ts";
import { entriesOf } from "../../packages/web/src/store/people/entries.ts";
import { findPeople } from "../../packages/web/src/store/people/find-people.ts";
import { WordIndex } from "../../packages/web/src/store/people/word-index.ts";

const { values: options } = parseArgs({ options: { contacts: { type: "string", default: "50000" } } });
const count = Number(options.contacts);

const given = ["Анна", "Борис", "Иван", "Мария", "Пётр", "Anna", "Boris", "John", "Mary", "José"];
const card = (at: number): SomeCard => ({
  id: `c${at}`,
  uid: `u${at}`,
  name: {
    components: [
      { kind: "given", value: given[at % given.length]! },
      { kind: "surname", value: at % 2 ? `Иванов${at}` : `Miller${at}` },
    ],
  },
  organizations: { o: { name: `Firm ${at % 500}` } },
  emails: { e: { address: `person${at}@mail${at % 100}.example` }, f: { address: `p.${at}@home.example` } },
});
const makeBook = (): CardBook => {
  const book = new CardBook();
  for (let at = 0; at < count; at++) book.set(card(at));
  return book;
};

const middle = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1]!;
const shown = (ms: number): string => ms.toFixed(1).padStart(8);

// Once, so that what follows is compiled.
await makeContactIndexes(makeBook().slices());

const book = makeBook();
const slices: number[] = [];
const makeReady = (some: readonly SomeCard[]) => new WordIndex(some.flatMap((each) => entriesOf(each)));
for (const slice of book.slices()) slices.push(cpuTime(() => void makeReady(slice)));
console.log(`${count} contacts, ${count * 2} addresses`);
console.log(`${shown(Math.max(...slices))}  longest of the ${slices.length} slices in which they are made ready`);
console.log(`${shown(slices.reduce((sum, each) => sum + each, 0))}  all of them`);
await makeContactIndexes(book.slices());
const changes: number[] = [];
for (let at = 0; at < 15; at++) {
  const before = process.threadCpuUsage();
  book.set({ ...card((count >> 1) + at * 200), nicknames: { n: { name: "Changed" } } });
  await makeContactIndexes(book.slices());
  const after = process.threadCpuUsage(before);
  changes.push((after.user + after.system) / 1000);
}
console.log(`${shown(middle(changes))}  after one contact has changed`);
const indexes = contactIndexes(book.slices());

for (const text of ["а", "an", "ivan", "иванов49", "gtnh", "person4 firm", "boris firm zzz", "nothing", "ничего"]) {
  let found = 0;
  const find = (): void => void (found = findPeople(indexes, text, 20, () => true).length);
  const times = Array.from({ length: 15 }, () => cpuTime(find));
  console.log(`${shown(middle(times))}  "${text}": ${found} found, at most ${Math.max(...times).toFixed(1)}`);
}
