import { zip } from "../files/zip.ts";
import { catOnSill, dacha, lakeAtSunset } from "../files/images.ts";
import { you } from "../sample-email.ts";
import type { SampleEmail } from "../sample-email.ts";

export const friends = (): SampleEmail[] => [
  {
    key: "granny",
    daysAgo: 13,
    time: "16:20",
    from: "Бабушка Тоня <tonya@babushka.example>",
    subject: "Рецепт пирога, как ты просил",
    charset: "koi8-r",
    keywords: ["$important", "$flagged"],
    text: `Здравствуй, золотко!

Пишу с компьютера в библиотеке, он такой же старый, как я, но ещё бодрый.

Пирог: мука «сколько возьмёт», масла «не жалей», яблок «до краёв». Печь, пока не запахнет на лестнице. Когда соседка снизу постучит, значит, готово.

Кушай и не сутулься.

Бабушка
`,
  },
  {
    key: "old-friend",
    daysAgo: 25,
    time: "23:11",
    from: "Фёдор Каштанов <fedor@kashtanov.example>",
    subject: "Ёлки-палки, сколько лет!",
    charset: "windows-1251",
    text: `Привет!

Разбирал антресоли, нашёл твою гитару. Точнее, гриф и записку «верну в понедельник». Понедельник был в девятом классе.

Верну, честное слово. В какой понедельник удобно?

Фёдор
`,
  },
  {
    key: "flowed",
    daysAgo: 15,
    time: "11:37",
    from: "Mira Pennyworth <mira@pennyworth.example>",
    subject: "A letter that wraps by itself",
    isFlowed: true,
    keywords: ["$answered"],
    text: `Dear you,

this letter was written in the format that old mail programs call "flowed": its lines are short for those who like them short, and flow together for those with a wide window. I find it a polite format. It does not insist.

News from the harbour: the swans are back, the ferry is not, and the bakery has begun to sell yesterday's bread as "matured".

> How is the novel?

Still at chapter two. Chapter two has excellent weather.

Yours,
Mira`,
  },
  {
    key: "photos",
    daysAgo: 17,
    time: "20:02",
    from: "Ася Кнопкина <asya@knopkina.example>",
    subject: "Фотографии с озера и ещё кое-что",
    files: [
      { name: "озеро вечером.png", type: "image/png", content: lakeAtSunset(900, 560) },
      { name: "дом.png", type: "image/png", content: dacha(400, 300) },
      { name: "Пиксель.png", type: "image/png", content: catOnSill(480, 360) },
      {
        name: "кто где стоит.txt",
        type: "text/plain; charset=utf-8",
        content: "Слева направо: Глеб, озеро, Ася.\nПиксель за кадром, держит штатив.\n",
      },
      {
        name: "всё вместе.zip",
        type: "application/zip",
        content: zip({
          "подписи.txt": "Озеро. Дом. Кот.\n",
          "пароль от дома.txt": "Стучать два раза.\n",
          "кот.png": catOnSill(240, 180),
        }),
      },
    ],
    text: "Лови обещанное: три снимка, подписи и всё то же одним архивом, чтобы не потерялось.\n\nНа первом озеро, на втором дом, на третьем тот, кто считает себя хозяином обоих.",
  },
  {
    key: "emoji",
    daysAgo: 5,
    time: "09:09",
    from: "Лев Пряников <lev@pryanikov.example>",
    subject: "🎂🎈 День рождения 🥳 без подарков, но с тортом 🍰🍰🍰",
    isUnread: true,
    text: "Суббота, 17:00, у меня. Подарков не надо, правда. 🙅\n\nТорт трёхэтажный, лифта нет. 🍰\n\nЛёва 👨‍🍳",
  },
  {
    key: "long-subject",
    daysAgo: 19,
    time: "14:14",
    from: "Prof. Ottoline Grebe <grebe@pond-institute.example>",
    subject:
      "Concerning the remarkable behaviour of the ducks behind the Institute, their growing confidence, and the question of who has been teaching them to queue",
    text: "They stand in line, one behind the other, at the window of the canteen. They do not push. We have much to learn.\n\nO. G.",
  },
  {
    key: "forward-ducks",
    daysAgo: 18,
    time: "10:40",
    from: "Mira Pennyworth <mira@pennyworth.example>",
    subject: "Fwd: Concerning the remarkable behaviour of the ducks",
    forwards: "long-subject",
    text: "You have to read this. I attach the whole letter, untouched, so that nobody can say I made it up.\n\nMira",
  },
  {
    key: "invite",
    daysAgo: 4,
    time: "12:30",
    from: "Лев Пряников <lev@pryanikov.example>",
    subject: "Приглашение: репетиция торта",
    text: "Генеральная репетиция: печём, пробуем, делаем вид, что так и было задумано.",
    calendar: (sentAt, address) => {
      const day = new Date(sentAt.getTime() + 5 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
      const stamp = `${sentAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
      return [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Pismo//Sample//RU",
        "METHOD:REQUEST",
        "BEGIN:VEVENT",
        "UID:cake-rehearsal@letters.example",
        `DTSTAMP:${stamp}`,
        `DTSTART:${day}T150000Z`,
        `DTEND:${day}T180000Z`,
        "SUMMARY:Репетиция торта",
        "LOCATION:Кухня Лёвы",
        "ORGANIZER;CN=Лев Пряников:mailto:lev@pryanikov.example",
        `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${address}`,
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n");
    },
  },
  {
    key: "answer-mira",
    daysAgo: 14,
    time: "21:50",
    from: you,
    to: ["Mira Pennyworth <mira@pennyworth.example>"],
    subject: "Re: A letter that wraps by itself",
    answers: "flowed",
    mailbox: "sent",
    text: "Dear Mira,\n\ntell chapter two to take its time. And please buy me a loaf of the matured.\n",
  },
];
