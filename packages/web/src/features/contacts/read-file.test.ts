// @vitest-environment node
import { expect, test } from "vitest";
import { readContactFile } from "./read-file.ts";

/** А to я stand in one row there, as in Unicode. */
const windows1251 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (char) => {
    const code = char.codePointAt(0)!;
    if (code < 0x80) return code;
    return char === "ё" ? 0xb8 : code - 0x410 + 0xc0;
  });
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.codePointAt(0)!);

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

async function cardOf(content: Uint8Array<ArrayBuffer> | string) {
  const [card] = await readContactFile(new File([content], "contacts"));
  return card && { name: card.name?.full, emails: Object.values(card.emails ?? {}).map(({ address }) => address) };
}

const petr = { name: "Пётр Двойка", emails: ["petr@mail.example"] };

test("tables in the code page of Windows, whatever language the page is in", async () => {
  expect(await cardOf(windows1251("Имя;Фамилия;Адрес эл. почты\nПётр;Двойка;petr@mail.example"))).toMatchObject({
    emails: petr.emails,
  });
  expect(await cardOf(windows1251("Name,Email\nПётр Двойка,petr@mail.example"))).toEqual(petr);
  expect(await cardOf(latin1("Name,Email\nZoë Lefèvre,zoe@mail.example"))).toEqual({
    name: "Zoë Lefèvre",
    emails: ["zoe@mail.example"],
  });
});

test("a table and a card in UTF-16", async () => {
  expect(await cardOf(utf16("Name\tEmail\nПётр Двойка\tpetr@mail.example"))).toEqual(petr);
});

test("[vCard 2.1] a card whose octets are of the charset that it names", async () => {
  const card = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "FN;CHARSET=windows-1251:Пётр Двойка",
    "EMAIL;INTERNET:petr@mail.example",
    "END:VCARD",
  ].join("\r\n");
  expect(await cardOf(windows1251(card))).toEqual(petr);
  expect(await cardOf(card)).toEqual(petr);
});

test("of a file that was cut off, what there is of its last card is kept", async () => {
  const card = ["BEGIN:VCARD", "VERSION:3.0", "FN:Пётр Двойка", "EMAIL:petr@mail.example", "END:VCARD"].join("\r\n");
  const whole = card.replaceAll("petr", "vera").replace("Пётр Двойка", "Vera Pole");
  const cards = await readContactFile(new File([`${whole}\r\n${card.replace(/\r\nEND:VCARD$/, "")}`], "contacts"));
  expect(cards.map(({ name }) => name?.full)).toEqual(["Vera Pole", "Пётр Двойка"]);
});
