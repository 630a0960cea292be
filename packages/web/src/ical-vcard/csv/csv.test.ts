// @vitest-environment node
/** Tables of contacts in the shapes that Google, Outlook and Thunderbird write. */
import type { Card } from "@pismo/jmap";
import { expect, test } from "vitest";
import { cardsOfTable } from "./cards-of-table.ts";
import { tableOf } from "./table-of.ts";
import { readTable } from "./table.ts";

const google = [
  "First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Country,Custom Field 1 - Label,Custom Field 1 - Value",
  'Анна,,Петрова,Аня,"ООО ""Пример"", филиал",Редактор,1981-04-12,"Строка\nвторая",Книги ::: * myContacts,* Home,anna@home.example,* Work,anna@work.example ::: a.petrova@work.example,Mobile,+7 900 123-45-67,Home,"Набережная, 5\nПермь","Набережная, 5",Пермь,Россия,Кот,Мурка',
].join("\r\n");

test("Google: pairs of label and value, several in one field, quotes and line breaks", () => {
  const [card] = cardsOfTable(google)!;
  expect(card).toMatchObject({
    name: {
      components: [
        { kind: "given", value: "Анна" },
        { kind: "surname", value: "Петрова" },
      ],
    },
    nicknames: { k1: { name: "Аня" } },
    organizations: { o1: { name: 'ООО "Пример", филиал' } },
    titles: { t1: { name: "Редактор" } },
    anniversaries: { b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } } },
    keywords: { Книги: true },
    emails: {
      e1: { address: "anna@home.example", contexts: { private: true } },
      e2: { address: "anna@work.example", contexts: { work: true } },
      e3: { address: "a.petrova@work.example", contexts: { work: true } },
    },
    phones: { p1: { number: "+7 900 123-45-67", features: { mobile: true } } },
    addresses: { a1: { full: "Набережная, 5\nПермь", contexts: { private: true } } },
  });
  const notes = Object.values(card!.notes!).map(({ note }) => note);
  expect(notes).toContain("Строка\nвторая");
  expect(notes).toContain("custom field 1 - value: Мурка");
});

test("Outlook: a column for each of several", () => {
  const [card] = cardsOfTable(
    [
      "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,Business Postal Code,Business Country/Region,Business Phone,Mobile Phone,Birthday,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Notes,Web Page",
      '"Dr.","John","Q.","Smith","Jr.","Example Ltd.","Research","Head","1 High Street","London","SW1A 1AA","United Kingdom","+44 20 0000","+44 7700","4/12/1981","john@work.example","SMTP","John Smith","john@home.example","likes boats","https://john.example"',
    ].join("\r\n"),
  )!;
  expect(card).toMatchObject({
    organizations: { o1: { name: "Example Ltd.", units: [{ name: "Research" }] } },
    addresses: {
      a1: {
        contexts: { work: true },
        components: [
          { kind: "name", value: "1 High Street" },
          { kind: "locality", value: "London" },
          { kind: "postcode", value: "SW1A 1AA" },
          { kind: "country", value: "United Kingdom" },
        ],
      },
    },
    phones: { p1: { contexts: { work: true } }, p2: { features: { mobile: true } } },
    anniversaries: { b1: { date: { year: 1981, month: 4, day: 12 } } },
    emails: { e1: { address: "john@work.example" }, e2: { address: "john@home.example" } },
  });
  expect(card!.name!.components!.map(({ value }) => value)).toEqual(["Dr.", "John", "Q.", "Smith", "Jr."]);
});

test("Thunderbird: a name to show, semicolons, a mark of order", () => {
  const table =
    "\uFEFFFirst Name;Last Name;Display Name;Primary Email;Secondary Email;Mobile Number;Home City\r\n;;Zoë Müller;zoe@example.org;zoe@work.example;0170;Berlin\r\n";
  expect(cardsOfTable(table)).toMatchObject([
    {
      name: { full: "Zoë Müller" },
      emails: { e1: { address: "zoe@example.org" }, e2: { address: "zoe@work.example" } },
      addresses: { a1: { contexts: { private: true }, components: [{ kind: "locality", value: "Berlin" }] } },
    },
  ]);
});

test("a table of something else is none of contacts", () => {
  expect(cardsOfTable("Date,Amount\r\n2024-01-01,5\r\n")).toBeUndefined();
  expect(cardsOfTable("")).toBeUndefined();
});

test("what is written is read again, and computes nothing in a program for tables", () => {
  const card: Card = {
    "@type": "Card",
    version: "1.0",
    uid: "a",
    name: {
      components: [
        { kind: "given", value: "=1+1" },
        { kind: "surname", value: 'О"Нил, мл.' },
      ],
    },
    emails: { e1: { address: "a@x.example" }, e2: { address: "b@x.example", contexts: { work: true } } },
    phones: { p1: { number: "+7 (900) 1" } },
    anniversaries: { b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } } },
    notes: { n1: { note: "one\ntwo" } },
  };
  const table = tableOf([card]);
  expect(readTable(table)[1]![0]).toBe("'=1+1");
  expect(cardsOfTable(table)).toMatchObject([
    {
      name: {
        components: [
          { kind: "given", value: "'=1+1" },
          { kind: "surname", value: 'О"Нил, мл.' },
        ],
      },
      emails: card.emails,
      phones: { p1: { number: "+7 (900) 1" } },
      anniversaries: card.anniversaries,
      notes: card.notes,
    },
  ]);
});
