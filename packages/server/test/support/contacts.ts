/** Contacts as another client has them. */
import type { ContactCard, Id } from "@pismo/jmap";
import type { Jmap, LooseArgs } from "./jmap.ts";

/** A card that says something of each kind. */
export const wholeCard = {
  "@type": "Card",
  version: "1.0",
  uid: "urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
  kind: "individual",
  created: "2022-09-30T14:35:10Z",
  updated: "2023-10-31T12:27:38Z",
  language: "ru",
  name: {
    components: [
      { kind: "given", value: "Анна" },
      { kind: "surname", value: "Пёстрая" },
    ],
    isOrdered: true,
  },
  nicknames: { k1: { name: "Аня" } },
  organizations: { o1: { name: "Пример", units: [{ name: "Отдел писем" }] } },
  titles: { t1: { kind: "role", name: "Редактор", organizationId: "o1" } },
  emails: {
    e1: { address: "anna@work.example", contexts: { work: true }, pref: 1 },
    e2: { address: "Anna@Home.example", label: "home" },
  },
  phones: { p1: { number: "+7 (900) 123-45-67", features: { mobile: true } } },
  onlineServices: { s1: { service: "Mastodon", uri: "https://social.example/@anna" } },
  addresses: { a1: { full: "Набережная, 5", countryCode: "RU" } },
  anniversaries: {
    b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } },
    b2: { kind: "wedding", date: { "@type": "Timestamp", utc: "2010-06-01T00:00:00Z" } },
  },
  notes: { n1: { note: "Любит письма от руки" } },
  keywords: { editors: true },
  "example.com:shoes": { size: 39 },
};

/** AddressBooks and ContactCards of a mailbox. */
export class Contacts {
  readonly #t: Jmap;

  constructor(t: Jmap) {
    this.#t = t;
  }

  setCards = (args: LooseArgs) => this.#t.call("ContactCard/set", args);

  setBooks = (args: LooseArgs) => this.#t.call("AddressBook/set", args);

  async create(card: LooseArgs): Promise<Id> {
    const { created, notCreated } = await this.setCards({ create: { c: card } });
    if (notCreated) throw new Error(JSON.stringify(notCreated));
    return created!["c"]!.id!;
  }

  async cardOf(id: Id): Promise<ContactCard> {
    return (await this.#t.call("ContactCard/get", { ids: [id] })).list[0] as ContactCard;
  }

  /** The type of the error, and the properties that it names. */
  async problemOf(card: LooseArgs): Promise<string[]> {
    const { type, properties } = (await this.setCards({ create: { c: card } })).notCreated!["c"]!;
    return [type, ...(properties ?? [])];
  }

  async newBook(name: string): Promise<Id> {
    return (await this.setBooks({ create: { b: { name } } })).created!["b"]!.id!;
  }

  async defaultBook(): Promise<Id> {
    const { list } = await this.#t.call("AddressBook/get", {});
    return list.find(({ isDefault }) => isDefault)!.id!;
  }
}
