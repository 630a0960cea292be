import { pdf } from "../files/pdf.ts";
import { barChart } from "../files/images.ts";
import { heading, page, paragraph, image, receipt } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

const statement = () =>
  pdf("Statement 40817", [
    { text: "Kopilka Bank (a bank that does not exist)", size: 18, isBold: true },
    { text: "Account statement, 40817 *** 0042", size: 13 },
    { text: "" },
    { text: "Opening balance                     64 210.00 RUB" },
    { text: "Salary                                   + 92 000.00 RUB" },
    { text: "Rent                                      - 38 000.00 RUB" },
    { text: "Groceries                               - 21 460.50 RUB" },
    { text: "Books and tea                        -  6 930.00 RUB" },
    { text: "Unexplained pastry                  -  2 115.00 RUB" },
    { text: "" },
    { text: "Closing balance                      87 704.50 RUB", size: 13, isBold: true },
  ]);

const invoice = () =>
  pdf("Invoice 2026-031", [
    { text: "INVOICE 2026-031", size: 20, isBold: true },
    { text: "Bramble & Co. Translators, 8 Quill Street", size: 11 },
    { text: "" },
    { text: "Translation of one manual for a samovar, RU > EN, 14 pages      420.00 EUR" },
    { text: "Untranslatable pun on page 9, attempted                                         0.00 EUR" },
    { text: "" },
    {
      text: "Total                                                                                            420.00 EUR",
      size: 13,
      isBold: true,
    },
    { text: "Payable without the pun." },
  ]);

export const finances = (): SampleEmail[] => [
  {
    key: "bank-statement",
    daysAgo: 5,
    time: "08:00",
    from: "Банк «Копилка» <vypiska@kopilka-bank.example>",
    subject: "Выписка по счёту за прошлый месяц",
    isUnread: true,
    text: "Выписка за прошлый месяц во вложении.\n\nПриход: 92 000 ₽, расход: 68 505 ₽ 50 коп. Остаток: 87 704 ₽ 50 коп.\n",
    html: page(
      { accent: "#5a3fb0", brand: "Банк «Копилка»", footer: "Банк «Копилка» выдуман целиком, вместе с лицензией." },
      heading("Ваш месяц в столбиках") +
        image("cid:chart", "Расходы по неделям") +
        receipt([
          ["Приход", "+ 92 000 ₽"],
          ["Расход", "− 68 505,50 ₽"],
          ["из них на выпечку", "2 115 ₽"],
          ["Остаток", "87 704,50 ₽"],
        ]) +
        paragraph("Подробная выписка во вложении. Четвёртый столбик не ошибка: это был ваш день рождения."),
    ),
    files: [
      {
        name: "chart.png",
        type: "image/png",
        content: barChart([0.35, 0.5, 0.42, 0.95, 0.3], [90, 63, 176]),
        cid: "chart",
      },
      { name: "Выписка 40817.pdf", type: "application/pdf", content: statement() },
    ],
  },
  {
    key: "invoice-bramble",
    daysAgo: 12,
    time: "16:31",
    from: "Bramble & Co. <accounts@bramble.example>",
    subject: "Invoice 2026-031 for the samovar manual",
    keywords: ["$important"],
    text: `Hello,

please find our invoice for the translation attached.

Amount due: EUR 420.00
Due date: {en+18}

The pun on page 9 defeated three of us. We left it in Russian, in italics, where it looks mysterious.

Kind regards
Bramble & Co., Accounts
`,
    files: [{ name: "invoice-2026-031.pdf", type: "application/pdf", content: invoice() }],
  },
  {
    key: "payment-in",
    daysAgo: 20,
    time: "13:47",
    from: "Банк «Копилка» <info@kopilka-bank.example>",
    subject: "Вам перевели 1 500 ₽",
    text: "Глеб В. перевёл вам 1 500 ₽.\n\nСообщение: «За шашлык, бензин и моральный ущерб от комаров».\n",
  },
];
