import { pdf } from "../files/pdf.ts";
import { lakeAtSunset } from "../files/images.ts";
import { heading, page, paragraph, image, receipt } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

const itinerary = () =>
  pdf("Itinerary QX7F2M", [
    { text: "ITINERARY  QX7F2M", size: 20, isBold: true },
    { text: "Puffin Air (fictitious in every detail)" },
    { text: "" },
    { text: "PF 204   Northport 07:35  >  Cape Lantern 10:10   seat 14A", size: 13 },
    { text: "PF 209   Cape Lantern 18:20  >  Northport 20:45   seat 14A", size: 13 },
    { text: "" },
    { text: "Cabin bag 8 kg. Puffins travel free, but not in groups." },
  ]);

export const travels = (): SampleEmail[] => [
  {
    key: "hotel-lake",
    daysAgo: 4,
    time: "17:20",
    from: "Гостиница «У тихой воды» <bron@quiet-water.example>",
    subject: "Бронирование подтверждено: номер с видом на озеро",
    keywords: ["$flagged"],
    text: "Бронирование № 3308 подтверждено.\n\nНомер 12, две ночи, завтрак включён. Заезд после 14:00. Вид на озеро прилагаем, чтобы не терпеть до приезда.\n",
    html: page(
      {
        accent: "#1f6f8b",
        brand: "У тихой воды",
        footer: "Отмена без штрафа за два дня. Лодка у причала ничья, берите.",
      },
      image("cid:view", "Вид из номера 12") +
        heading("Ждём вас!") +
        receipt([
          ["Номер 12, вид на озеро", "2 ночи"],
          ["Завтрак", "включён"],
          ["Поздний выезд", "договоримся"],
          ["К оплате на месте", "9 400 ₽"],
        ]) +
        paragraph("Если будет гроза, не бойтесь: громоотвод новый, а старый мы оставили для красоты."),
    ),
    files: [{ name: "view.png", type: "image/png", content: lakeAtSunset(560, 320), cid: "view" }],
  },
  {
    key: "flight-puffin",
    daysAgo: 14,
    time: "10:02",
    from: "Puffin Air <booking@puffin-air.example>",
    subject: "Your flight itinerary, booking reference QX7F2M",
    text: `Dear traveller,

your flights are booked. Reference: QX7F2M

Flight: PF 204
From: Northport
To: Cape Lantern
Departs: {en+17}, 07:35
Seat: 14A

Flight: PF 209
From: Cape Lantern
To: Northport
Departs: {en+19}, 18:20
Seat: 14A

Online check-in opens 24 hours before departure. The itinerary is attached as PDF, in case you like paper.

Puffin Air: small planes, big feet
`,
    files: [{ name: "itinerary-QX7F2M.pdf", type: "application/pdf", content: itinerary() }],
  },
  {
    key: "train",
    daysAgo: 27,
    time: "06:41",
    from: "Северные поезда <bilet@north-trains.example>",
    subject: "Электронный билет: поезд 016, вагон 7, место 23 (нижнее!)",
    mailbox: "archive",
    text: "Поезд 016, отправление в 22:50, прибытие в 08:14.\nВагон 7, место 23, нижнее. Поздравляем.\n\nЧай в подстаканнике: у проводницы. Подстаканник: тоже у проводницы, проверяем на выходе.\n",
  },
];
