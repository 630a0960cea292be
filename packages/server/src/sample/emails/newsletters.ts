import { banner } from "../files/images.ts";
import { button, heading, page, paragraph, image } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

const unsubscribe = (address: string) => ({
  "List-Unsubscribe": `<mailto:${address}?subject=unsubscribe>, <https://${address.split("@")[1]}/unsubscribe>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  Precedence: "bulk",
});

/** A tracking pixel. */
const beacon = (host: string) => `<img src="https://${host}/open.gif?reader=you" width="1" height="1" alt="">`;

export const newsletters = (): SampleEmail[] => [
  {
    key: "news-garden",
    daysAgo: 1,
    time: "07:00",
    from: "Огородный вестник <vestnik@garden-news.example>",
    subject: "Выпуск 88: почему кабачки размножаются в темноте",
    isUnread: true,
    headers: { "List-Id": "<vestnik.garden-news.example>", ...unsubscribe("leave@garden-news.example") },
    text: "Огородный вестник, выпуск 88. Кабачки, луна и сосед с тележкой. Читать: https://garden-news.example/88\n",
    html: page(
      {
        accent: "#3c7a2e",
        brand: "Огородный вестник",
        footer: `Вы подписаны, потому что однажды сказали «а кабачки нынче ничего». <a href="https://garden-news.example/unsubscribe" style="color:#6b7683;">Отписаться</a>${beacon("garden-news.example")}`,
      },
      image("https://garden-news.example/img/zucchini-head.jpg", "Кабачки на рассвете") +
        heading("Почему кабачки размножаются в темноте") +
        paragraph(
          "Вечером их три. Утром их девять. Наш научный обозреватель провёл ночь на грядке и вернулся с ответом, двумя простудами и рецептом оладий.",
        ) +
        button("Читать целиком", "https://garden-news.example/88/zucchini", "#3c7a2e") +
        heading("Луна и редис") +
        paragraph("Редис сеют на растущую луну. Луну сеять не пробовали, но письма читателей с отчётами принимаем."),
    ),
  },
  {
    key: "news-slow",
    daysAgo: 4,
    time: "06:30",
    from: "The Slow Letter <editor@slow-letter.example>",
    subject: "Issue 12: In praise of the unfinished list",
    isUnread: true,
    headers: { "List-Id": "The Slow Letter <slow.slow-letter.example>", ...unsubscribe("bye@slow-letter.example") },
    text: "Issue 12: In praise of the unfinished list. Read it at https://slow-letter.example/12 or do not; it will keep.\n",
    html: page(
      {
        accent: "#b5493a",
        brand: "The Slow Letter",
        footer: `Sent every other Sunday, or the one after. <a href="https://slow-letter.example/unsubscribe" style="color:#6b7683;">Unsubscribe</a> without hurting anybody.${beacon("slow-letter.example")}`,
      },
      image("cid:head", "Issue 12") +
        heading("In praise of the unfinished list") +
        paragraph(
          "A finished list is a receipt. An unfinished one is a plan, a wish and a small promise that tomorrow is coming.",
        ) +
        paragraph(
          "This week we asked four readers to show us theirs. One contains only the word <i>eventually</i>, underlined twice.",
        ) +
        image("https://slow-letter.example/img/list-of-lists.png", "Four lists") +
        button("Read slowly", "https://slow-letter.example/12", "#b5493a"),
    ),
    files: [{ name: "head.png", type: "image/png", content: banner([181, 73, 58], [240, 170, 120], 12), cid: "head" }],
  },
  {
    key: "news-sky",
    daysAgo: 10,
    time: "19:45",
    from: "Небо недели <nebo@sky-week.example>",
    subject: "На этой неделе: Луна рядом с Юпитером, а вы рядом с окном",
    headers: { "List-Id": "<nebo.sky-week.example>", ...unsubscribe("stop@sky-week.example") },
    text: "Вторник: Луна рядом с Юпитером, смотреть на юго-восток после девяти.\nЧетверг: пролёт станции, четыре минуты.\nСуббота: облака. Тоже красиво.\n\nОтписаться: https://sky-week.example/unsubscribe\n",
  },
  {
    key: "news-synth",
    daysAgo: 18,
    time: "12:00",
    from: "Basement Frequencies <hum@basement-fm.example>",
    subject: "🎛️ New: a synthesizer that only plays the sound of fridges",
    headers: { "List-Id": "<hum.basement-fm.example>", ...unsubscribe("mute@basement-fm.example") },
    text: "Forty-one fridges, sampled at night. Free download, zero calories.\n",
    html: page(
      {
        accent: "#111827",
        brand: "Basement Frequencies",
        footer: `<a href="https://basement-fm.example/unsubscribe" style="color:#6b7683;">Mute us</a>${beacon("basement-fm.example")}`,
      },
      heading("FRIDGE-41") +
        paragraph(
          "Forty-one fridges, lovingly sampled at night. Includes the one from the office kitchen that everybody blames on the neighbours.",
        ) +
        image("https://basement-fm.example/img/fridges.jpg", "A row of fridges") +
        button("Open the door", "https://basement-fm.example/fridge-41", "#111827"),
    ),
  },
];
