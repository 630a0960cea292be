import { button, heading, page, paragraph, image, receipt } from "../html.ts";
import { banner } from "../files/images.ts";
import type { SampleEmail } from "../sample-email.ts";

const teaShop = "Чайная полка <zakaz@tea-shelf.example>";
export const orders = (): SampleEmail[] => [
  {
    key: "order-tea",
    daysAgo: 2,
    time: "11:24",
    from: teaShop,
    subject: "Заказ № 20417 принят: иван-чай, чабрец и подозрительно большая кружка",
    isUnread: true,
    text: "Заказ № 20417 принят.\n\nИван-чай ферментированный, 200 г: 390 ₽\nЧабрец горный, 50 г: 180 ₽\nКружка «Полведра»: 1 250 ₽\nДоставка: 0 ₽\nИтого: 1 820 ₽\n\nДата доставки: {ru+4}\n\nПривезём с 10 до 14. Курьер позвонит за час.\n",
    html: page(
      {
        accent: "#2f7d5b",
        brand: "Чайная полка",
        footer: "Вы получили это письмо, потому что сделали заказ. Рекламу мы не шлём: некогда, пьём чай.",
      },
      heading("Спасибо за заказ!") +
        paragraph("Заказ <b>№ 20417</b> принят и уже пахнет травами.") +
        receipt([
          ["Иван-чай ферментированный, 200 г", "390 ₽"],
          ["Чабрец горный, 50 г", "180 ₽"],
          ["Кружка «Полведра»", "1 250 ₽"],
          ["Доставка", "0 ₽"],
          ["Итого", "1 820 ₽"],
          ["Дата доставки", "{ru+4}"],
        ]) +
        paragraph("Привезём с 10 до 14. Курьер позвонит за час.") +
        button("Где мой заказ?", "https://tea-shelf.example/orders/20417", "#2f7d5b"),
    ),
  },
  {
    key: "order-tea-sent",
    daysAgo: 1,
    time: "09:05",
    from: teaShop,
    subject: "Заказ № 20417 передан курьеру",
    answers: "order-tea",
    text: "Заказ № 20417 в пути.\n\nКурьера зовут Тимофей, он на зелёном велосипеде. Кружка едет отдельно, в мягком ящике: в прошлый раз мы недооценили брусчатку.\n\nКод для курьера: 4 0 8 2\n",
  },
  {
    key: "order-lantern",
    daysAgo: 9,
    time: "18:40",
    from: "Lantern & Twine <orders@lantern-twine.example>",
    subject: "Order confirmed: #LT-5531 (one lantern, no twine)",
    text: "Thank you! Your order LT-5531: Storm lantern, brass: 48.00; gift wrapping: 3.50; shipping: 4.90; total 56.40 EUR. It leaves our workshop on Friday.\n",
    html: page(
      {
        accent: "#8a5a2b",
        brand: "Lantern &amp; Twine",
        footer:
          "Lantern &amp; Twine, Harbour Lane 3, Nowhere-on-Sea. Questions? Just answer this letter; Agnes reads everything.",
      },
      image("cid:banner", "Warm lights") +
        heading("We are polishing your lantern") +
        paragraph(
          "Order <b>#LT-5531</b> is confirmed. You ordered a lantern and, for the first time in the history of our shop, no twine. We respect that.",
        ) +
        receipt([
          ["Storm lantern, brass", "€48.00"],
          ["Gift wrapping", "€3.50"],
          ["Shipping", "€4.90"],
          ["Total", "€56.40"],
        ]) +
        button("Track the parcel", "https://lantern-twine.example/track/LT-5531", "#8a5a2b"),
    ),
    files: [
      { name: "banner.png", type: "image/png", content: banner([120, 70, 30], [240, 180, 90], 5), cid: "banner" },
    ],
  },
  {
    key: "order-books",
    daysAgo: 34,
    time: "15:12",
    from: "Книжный подвал <robot@book-cellar.example>",
    subject: "Ваш заказ готов к выдаче: 3 книги, одна с автографом кота",
    mailbox: "archive",
    text: `Здравствуйте!

Заказ № 881 ждёт вас в подвале (вход со двора, звонок дёргать, не нажимать):

  — «Как вырастить лимон и не поссориться», 540 ₽
  — «Облака: полевой определитель», 870 ₽
  — «Сто один способ ничего не делать», 320 ₽

Храним семь дней. На второй книге отпечаток лапы: кот Корректор прошёл по ещё свежему штемпелю. Если это недостаток, обменяем. Но вы подумайте.
`,
  },
];
