import { lakeAtSunset } from "../files/images.ts";
import { heading, page, paragraph, image } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

const accent = "#005FF9";

export const welcome = (): SampleEmail[] => [
  {
    key: "welcome-ru",
    daysAgo: 0,
    time: "00:02",
    from: "Pismo <hello@pismo.example>",
    subject: "Добро пожаловать! Здесь уже есть что почитать 👋",
    isUnread: true,
    keywords: ["$flagged"],
    text: `Здравствуйте!

Это Pismo, ваша почта. Письма лежат у вас, на этом компьютере, и больше нигде.

Вокруг этого письма несколько десятков других, придуманных: заказы и билеты, переписка о даче, рассылки, черновики и немного спама. На них можно всё попробовать: пометить, переложить, ответить, удалить. Когда наскучат, выделите их все (Ctrl+A) и отправьте в корзину.

Удачных писем!`,
    html: page(
      { accent, brand: "Pismo", footer: "Это письмо никуда не отправлялось: его написала сама программа." },
      image("cid:lake", "Озеро на закате") +
        heading("Здравствуйте!") +
        paragraph("Это <b>Pismo</b>, ваша почта. Письма лежат у вас, на этом компьютере, и больше нигде.") +
        paragraph(
          "Вокруг этого письма несколько десятков других, придуманных: заказы и билеты, переписка о даче, рассылки, черновики и немного спама. На них можно всё попробовать: пометить, переложить, ответить, удалить.",
        ) +
        `<ul style="margin:0 0 14px;padding-left:20px;"><li>Точка слева от письма: прочитано или нет.</li><li>Флажок справа: вернуться позже.</li><li>Любое действие можно отменить, десять секунд на раздумье.</li></ul>` +
        paragraph("Когда наскучат, выделите их все (Ctrl+A) и отправьте в корзину. Удачных писем!"),
    ),
    files: [{ name: "lake.png", type: "image/png", content: lakeAtSunset(560, 260), cid: "lake" }],
  },
  {
    key: "welcome-en",
    daysAgo: 0,
    time: "00:01",
    from: "Pismo <hello@pismo.example>",
    subject: "Welcome to Pismo: the same letter, in English",
    isUnread: true,
    text: `Hello!

This is Pismo, your mail. Your letters live on this computer and nowhere else.

The mailbox comes with a few dozen made-up letters, so that you can try everything without hurting anything: flag, move, answer, delete. Every action can be undone for ten seconds, which is more than real life offers.

Three things worth knowing:

  1. The interface speaks English too: Settings, then Change language.
  2. Pictures from the internet stay blocked until you allow them, so nobody learns when you read a letter.
  3. Any program on this computer may send you mail on port 2525. Try it from a script; it is oddly satisfying.

Happy writing!
`,
  },
];
