import type { SampleEmail } from "../sample-email.ts";

export const fines = (): SampleEmail[] => [
  {
    key: "parking-ru",
    daysAgo: 6,
    time: "10:15",
    from: "Городские дороги <shtraf@city-roads.example>",
    subject: "Штраф за стоянку: 500 ₽, со скидкой 250 ₽",
    isUnread: true,
    keywords: ["$important"],
    text: `Постановление № 77-0042

Автомобиль стоял на газоне 14 минут. Газон просил передать, что не в обиде, но порядок есть порядок.

Сумма: 500 ₽. При оплате до {ru+11}: 250 ₽.
Оплатить: https://pay.city-roads.example/77-0042
Обжаловать можно ответом на это письмо; фотография газона приветствуется.
`,
  },
  {
    key: "tax-ru",
    daysAgo: 22,
    time: "07:30",
    from: "Налоговая служба Тридевятого района <nalog@far-away.example>",
    subject: "Уведомление об уплате налога на имущество",
    text: "Начислен налог на имущество (избушка, 18 кв. м, подвижная): 1 340 ₽.\n\nСрок уплаты: первое число. Льгота за поворот к лесу задом не предусмотрена.\n",
  },
  {
    key: "library-fine",
    daysAgo: 30,
    time: "14:44",
    from: "Northport City Library <overdue@northport-library.example>",
    subject: "Overdue fine: 2.40 (and we miss the book)",
    mailbox: "archive",
    text: `Dear reader,

"A Field Guide to Clouds" was due twelve days ago. The fine so far is 2.40.

We are not angry. The shelf, however, has a gap exactly the width of the book, and the books on both sides have started to lean.
`,
  },
];
