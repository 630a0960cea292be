import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

let t: Jmap;
const ids = new Map<string, string>();

const texts = [
  "На грядке выросли кабачки",
  "Во дворе лаяли псы",
  "Ёлка стоит в зале",
  "The children went home",
  "Город у моря",
  "Гордый человек",
  "Писем не было",
  "Wild geese wrote",
  "Personal letter",
  "Our products, following",
  "Нет такого заказа",
  "Мы вернулись, он смотрел, она шла",
  "Приложен договор с Кузнецовым, жду в Ростове",
  "Он стоит у двери",
] as const;

beforeAll(async () => {
  t = await jmap();
  for (const text of texts) {
    const message = lines("Subject: x", "Content-Type: text/plain; charset=utf-8", "", text);
    ids.set(await t.importMessage(message), text);
  }
});
afterAll(() => t.close());

const found = async (text: string) => (await t.call("Email/query", { filter: { text } })).ids.map((id) => ids.get(id));

test("words are found and told with what is not seen inside of them", async () => {
  const html = "<p>Ваше коммер&shy;ческое пред&shy;ло&#8203;же&#xfeff;ние</p>";
  const letter = lines("Subject: Рас\u00adписка №50008 на 900 ₽", "Content-Type: text/html; charset=utf-8", "", html);
  const id = await t.importMessage(letter);
  for (const text of ["предложения ", "пред\u00adложение ", "расписки ", "50008", "№50008"])
    expect((await t.call("Email/query", { filter: { text } })).ids).toEqual([id]);
  const asked = { filter: { text: "предложение расписка" }, emailIds: [id] };
  const [snippet] = (await t.call("SearchSnippet/get", asked)).list;
  expect(snippet).toMatchObject({
    subject: "<mark>Рас\u00adписка</mark> №50008 на 900 ₽",
    preview: "Ваше коммер\u00adческое <mark>пред\u00adло\u200bжение</mark>",
    words: ["расписка", "предложение"],
  });
  await t.call("Email/set", { destroy: [id] });
});

test.each([
  ["кабачок ", [texts[0]]],
  ["кабач", [texts[0]]],
  ["пёс ", [texts[1]]],
  ["пес ", [texts[1]]],
  ["елки ", [texts[2]]],
  ["ёлка ", [texts[2]]],
  ["child ", [texts[3]]],
  ["go ", [texts[3]]],
  ["город ", [texts[4]]],
  ["письмо ", [texts[6]]],
  ["goose ", [texts[7]]],
  ["goose", [texts[7]]],
  ["written", [texts[7]]],
  ["personal ", [texts[8]]],
  ["products ", [texts[9]]],
  ["product ", [texts[9]]],
  // Of one stem, and another word.
  ["production ", []],
  ["follow ", [texts[9]]],
  ["following's ", [texts[9]]],
  ["followings ", [texts[9]]],
  ["заказы ", [texts[10]]],
  ["заказала ", []],
  ["закажет ", []],
  ["лает ", [texts[1]]],
  ["вернётся ", [texts[11]]],
  ["смотрите ", [texts[11]]],
  ["идти ", [texts[11]]],
  ["смотр ", []],
  ["Кузнецов договор", [texts[12]]],
  ["договор Кузнецов", [texts[12]]],
  ["Кузнецова договоры ", [texts[12]]],
  ["Ростов Кузнецовой ", [texts[12]]],
  ["стоять двери", [texts[13]]],
  ['"кабачок"', []],
  ['"goose"', []],
])("%s finds %j", async (text, expected) => {
  expect(await found(text)).toEqual(expected);
});

test("other forms are marked too", async () => {
  const emailIds = [...ids.keys()].slice(0, 1);
  const { list } = await t.call("SearchSnippet/get", { filter: { text: "кабачок " }, emailIds });
  expect(list[0]).toMatchObject({ preview: "На грядке выросли <mark>кабачки</mark>", words: ["кабачки"] });
});

test("irregular forms are marked, in the text and as words of it", async () => {
  const [emailId] = [...ids].find(([, text]) => text === texts[7])!;
  const filter = { text: "goose writing" };
  const { list } = await t.call("SearchSnippet/get", { filter, emailIds: [emailId] });
  const marked = "Wild <mark>geese</mark> <mark>wrote</mark>";
  expect(list[0]).toMatchObject({ preview: marked, words: ["geese", "wrote"] });
});
