import { pdf } from "../files/pdf.ts";
import { barChart } from "../files/images.ts";
import { you } from "../sample-email.ts";
import type { SampleEmail } from "../sample-email.ts";

const work = ["Работа"];
const reports = ["Работа", "Отчёты"];
const vera = "Вера Скрепкина <vera@compass-bureau.example>";
const ned = "Ned Ruler <ned@compass-bureau.example>";

export const workEmails = (): SampleEmail[] => [
  {
    key: "meeting-notes",
    daysAgo: 2,
    time: "15:45",
    from: vera,
    to: [you],
    cc: [ned],
    subject: "Итоги встречи: решили встретиться ещё раз",
    mailbox: work,
    isUnread: true,
    keywords: ["$important"],
    text: `Коллеги,

коротко, что решили:

1. Карту острова сдаём в пятницу. Остров согласен.
2. Север остаётся сверху, несмотря на голосование.
3. Легенду к карте пишет Нед, без драконов. Ну хорошо, с одним.
4. Следующая встреча в среду, чтобы обсудить, зачем была эта.

Вера`,
  },
  {
    key: "dragon",
    daysAgo: 2,
    time: "16:20",
    from: ned,
    to: [vera, you],
    subject: "Re: Итоги встречи: решили встретиться ещё раз",
    answers: "meeting-notes",
    mailbox: work,
    isUnread: true,
    text: "One dragon it is. I would like it noted that the coastline, left to itself, looks exactly like a tail.\n\nNed",
  },
  {
    key: "review",
    daysAgo: 7,
    time: "11:11",
    from: ned,
    to: [you],
    subject: "Map v3: four remarks and one compliment",
    mailbox: work,
    text: `I went through the third version:

- the lake is upside down (lakes can be, apparently)
- "Here be swamps" needs a source
- scale bar: is it in miles, or in good intentions?
- the lighthouse casts its light to the left only

The compliment: the compass rose is the finest I have seen this year, and I have seen both.
`,
  },
  {
    key: "report-q2",
    daysAgo: 24,
    time: "17:58",
    from: vera,
    to: [you],
    subject: "Отчёт за квартал: карт больше, белых пятен меньше",
    mailbox: reports,
    text: "Отчёт во вложении, график там же. Белых пятен осталось два, одно из них кофе.\n\nВера",
    files: [
      {
        name: "report.pdf",
        type: "application/pdf",
        content: pdf("Quarterly report", [
          { text: "Compass Bureau: quarterly report", size: 20, isBold: true },
          { text: "" },
          { text: "Maps delivered: 14" },
          { text: "White spots left: 2 (one is coffee)" },
          { text: "Dragons: 1" },
        ]),
      },
      { name: "график.png", type: "image/png", content: barChart([0.3, 0.45, 0.6, 0.55, 0.8, 0.9], [0, 95, 249]) },
    ],
  },
  {
    key: "report-q1",
    daysAgo: 92,
    time: "18:03",
    from: vera,
    to: [you],
    subject: "Отчёт за прошлый квартал",
    mailbox: reports,
    text: "Белых пятен: пять. Чёрных: ноль. Тушь подорожала, поэтому контуры тоньше.\n\nВера",
  },
  {
    key: "to-vera",
    daysAgo: 2,
    time: "17:02",
    from: you,
    to: [vera],
    cc: [ned],
    subject: "Re: Итоги встречи: решили встретиться ещё раз",
    answers: "meeting-notes",
    mailbox: "sent",
    text: "Вера, принято. В среду приду с линейкой и пирогом.\n",
  },
];
