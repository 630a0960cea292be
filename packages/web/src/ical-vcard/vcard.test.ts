import { expect, test } from "vitest";
import { readCards } from "./index.ts";

const card = (...lines: string[]): string => ["BEGIN:VCARD", ...lines, "END:VCARD"].join("\r\n");

test("[6350] name, organization, addresses and telephones", () => {
  const text = card(
    "VERSION:3.0",
    "N:Петрова;Анна;;;",
    "FN:Анна Петрова",
    "ORG:Почта\\; и связь;Отдел",
    "TITLE:Editor",
    "item1.EMAIL;type=INTERNET:anna@mail.example",
    "EMAIL:mailto:a@b.example",
    "TEL;TYPE=CELL:+7 900 000-00-00",
    "TEL;VALUE=uri:tel:+1-555",
    "ADR;TYPE=HOME:;;Main St. 1;Town;;12345;Country",
    `PHOTO;ENCODING=b:${"A".repeat(100_000)}`,
  );
  expect(readCards(text)).toEqual([
    {
      name: "Анна Петрова",
      organization: "Почта; и связь, Отдел",
      title: "Editor",
      emails: ["anna@mail.example", "a@b.example"],
      phones: ["+7 900 000-00-00", "+1-555"],
      addresses: ["Main St. 1, Town, 12345, Country"],
    },
  ]);
});

test("[vCard 2.1] quoted-printable in a charset of its own, over several lines", () => {
  const text = card(
    "N;CHARSET=windows-1251;ENCODING=QUOTED-PRINTABLE:=CF=E5=F2=F0=\r\n=EE=E2;=CF=B8=F2=F0",
    "TEL;WORK;VOICE:12",
  );
  expect(readCards(text)).toMatchObject([{ name: "Пётр Петров", phones: ["12"] }]);
});

test("what is no card gives none, and a thousand give a few", () => {
  expect(readCards("hello")).toEqual([]);
  expect(readCards(card("FN:x\r\n".repeat(5)).repeat(1000)).length).toBe(1);
  expect(readCards(`${card("FN:x")}\r\n`.repeat(1000)).length).toBe(5);
});
