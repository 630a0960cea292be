// @vitest-environment node
/** Tables of contacts in the shapes that Google, Outlook and Thunderbird write. */
import type { Card } from "@pismo/jmap";
import { fromCard, readVCards, toCard } from "@pismo/jmap/vcard";
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

test("Outlook in Russian has the names of its columns in Russian", () => {
  const [card] = cardsOfTable(
    [
      '"Обращение","Имя","Отчество","Фамилия","Организация","Отдел","Должность","Улица (раб. адрес)","Улица 2 (раб. адрес)","Город (раб. адрес)","Индекс (раб. адрес)","Страна или регион (раб. адрес)","Город (дом. адрес)","Почтовый код (дом.)","Город  (другой адрес)","Рабочий телефон","Телефон переносной","Важность","Годовщина","День рождения","Заметки","Пол","Пометка","Хобби","Частное","Адрес эл. почты","Тип эл. почты","Краткое имя эл. почты","Адрес 2 эл. почты"',
      '"","Анна","Сергеевна","Петрова","Ёлка и Ко","Продажи","Редактор","Набережная, 1","офис 5","Москва","101000","Россия","Клин","141600","Тверь","+7 495 000","+7 900 000","Обычная","0.0.00","12.04.1981","любит лодки","Не определен","Обычная","лодки","Ложь","anna@work.example","SMTP","Анна Петрова","anna@home.example"',
    ].join("\r\n"),
  )!;
  expect(card).toMatchObject({
    organizations: { o1: { name: "Ёлка и Ко", units: [{ name: "Продажи" }] } },
    titles: { t1: { name: "Редактор" } },
    addresses: {
      a1: {
        contexts: { work: true },
        components: [
          { kind: "name", value: "Набережная, 1" },
          { kind: "apartment", value: "офис 5" },
          { kind: "locality", value: "Москва" },
          { kind: "postcode", value: "101000" },
          { kind: "country", value: "Россия" },
        ],
      },
      a2: { contexts: { private: true }, components: [{ value: "Клин" }, { kind: "postcode", value: "141600" }] },
      a3: { components: [{ value: "Тверь" }] },
    },
    phones: { p1: { contexts: { work: true } }, p2: { features: { mobile: true } } },
    anniversaries: { b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } } },
    emails: { e1: { address: "anna@work.example" }, e2: { address: "anna@home.example" } },
    notes: { n1: { note: "любит лодки" }, n2: { note: "хобби: лодки" } },
  });
  expect(Object.keys(card!.notes!)).toHaveLength(2);
  expect(card!.name!.components!.map(({ value }) => value)).toEqual(["Анна", "Сергеевна", "Петрова"]);
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

test.each([
  [
    "English",
    "First Name,Last Name,Primary Email,Mobile Number,Home City,Work Address,Birth Year,Birth Month,Birth Day,Custom 1",
    "custom 1: boats",
  ],
  [
    "Russian",
    "Имя,Фамилия,Адрес электронной почты,Номер мобильного телефона,Город,Адрес (раб.),Год рождения,Месяц рождения,День рождения,Прочее 1",
    "прочее 1: boats",
  ],
])("Thunderbird in %s: a birthday in three columns", (_, heading, note) => {
  const whole = "Zoe,Miller,zoe@x.example,0170,Berlin,Hauptstr. 1,1981,4,12,boats";
  const [first, second] = cardsOfTable([heading, whole, "Bo,,,,,,,4,12,"].join("\r\n"))!;
  expect(first).toMatchObject({
    emails: { e1: { address: "zoe@x.example" } },
    phones: { p1: { features: { mobile: true } } },
    addresses: {
      a1: { contexts: { private: true }, components: [{ kind: "locality", value: "Berlin" }] },
      a2: { contexts: { work: true }, components: [{ kind: "name", value: "Hauptstr. 1" }] },
    },
    anniversaries: { b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } } },
    notes: { n1: { note } },
  });
  expect(Object.keys(first!.notes!)).toHaveLength(1);
  expect(second!.anniversaries).toMatchObject({ b1: { date: { month: 4, day: 12 } } });
  expect(second!.notes).toBeUndefined();
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

test("what a table says beyond a name and addresses is in the card, and in a vCard of it", () => {
  const [card] = cardsOfTable(
    [
      "Name,Given Name,Family Name,Gender,Initials,Photo,Priority,Private,Phone 1 - Label,Phone 1 - Value,Event 1 - Label,Event 1 - Value",
      "Dr. Anna,Anna,Petrova,Female,A.P.,https://x.example/a.png,High,False,Work Fax (old),+7 1,Housewarming,--05-01",
    ].join("\r\n"),
  )!;
  expect(card).toMatchObject({
    name: { full: "Dr. Anna", components: [{ value: "Anna" }, { value: "Petrova" }] },
    media: { m1: { kind: "photo", uri: "https://x.example/a.png" } },
    phones: { p1: { contexts: { work: true }, features: { fax: true }, label: "Work Fax (old)" } },
    notes: { n1: { note: "priority: High" } },
    anniversaries: { b1: { kind: "Housewarming", date: { month: 5, day: 1 } } },
    vCardProps: [
      ["gender", {}, "text", "F"],
      ["x-initials", {}, "text", "A.P."],
    ],
  });
  expect(Object.keys(card!.notes!)).toHaveLength(1);
  const text = fromCard(card as Card);
  expect(text).toContain("GENDER;VALUE=text:F\r\n");
  expect([...readVCards(text)].map(toCard)).toMatchObject([{ anniversaries: card!.anniversaries, media: card!.media }]);
});

test("addresses, pages, days and what a number is of are in the table too", () => {
  const card: Card = {
    "@type": "Card",
    version: "1.0",
    uid: "a",
    name: {
      components: [
        { kind: "title", value: "Dr." },
        { kind: "given", value: "Anna" },
        { kind: "generation", value: "Jr." },
      ],
    },
    organizations: { o1: { name: "Example", units: [{ name: "Sales" }] } },
    phones: {
      p1: { number: "+1", features: { mobile: true } },
      p2: { number: "+2", contexts: { work: true }, features: { fax: true } },
      p3: { number: "+3", label: "Boat" },
    },
    addresses: {
      a1: {
        contexts: { private: true },
        components: [
          { kind: "name", value: "1 High St" },
          { kind: "locality", value: "London" },
        ],
      },
    },
    links: { l1: { uri: "https://a.example" } },
    anniversaries: {
      b1: { kind: "birth", date: { month: 4, day: 12 } },
      b2: { kind: "wedding", date: { year: 2010, month: 6, day: 1 } },
    },
  };
  const { uid: _, anniversaries, ...said } = card;
  const [read] = cardsOfTable(tableOf([card, { ...card, links: {}, addresses: {} }]))!;
  expect(read).toMatchObject(said);
  expect(Object.values(read!.anniversaries!)).toEqual(expect.arrayContaining(Object.values(anniversaries!)));
});

test.each([
  ["Name,E-mail", "Vera Pole,vera@mail.example"],
  ["Full name,Email address", "Vera Pole,vera@mail.example"],
  ["ФИО;Электронная почта", "Vera Pole;vera@mail.example"],
  ["ФИО;Куда писать", "Vera Pole;vera@mail.example"],
  ["Name,Contact", "Vera Pole,vera@mail.example"],
  ["Name,Contact", "Boris,\nVera Pole,vera@mail.example"],
])("a table that people have made themselves: %s", (heading, rows) => {
  const cards = cardsOfTable(`${heading}\n${rows}`)!;
  expect(cards.at(-1)).toMatchObject({ name: { full: "Vera Pole" }, emails: { e1: { address: "vera@mail.example" } } });
  expect(cards.at(-1)!.notes).toBeUndefined();
});

test("an address stands in the card whatever its column is called", () => {
  const [card] = cardsOfTable("Имя;Почта;Запасной ящик\nВера;vera@mail.example;v@home.example")!;
  expect(Object.values(card!.emails!)).toEqual([
    { address: "vera@mail.example" },
    { address: "v@home.example", label: "запасной ящик" },
  ]);
});

test("other tables are none of contacts", () => {
  expect(cardsOfTable("Fruit,Price\nPear,3")).toBeUndefined();
  expect(cardsOfTable("Pear,pear@mail.example\nPlum,plum@mail.example")).toBeUndefined();
});
