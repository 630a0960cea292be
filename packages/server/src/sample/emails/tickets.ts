import { pdf } from "../files/pdf.ts";
import { squares } from "../files/images.ts";
import { heading, page, paragraph, image } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

export const tickets = (): SampleEmail[] => [
  {
    key: "theatre",
    daysAgo: 1,
    time: "13:30",
    from: "Театр «На чердаке» <kassa@attic-theatre.example>",
    subject: "Ваши билеты: «Вишнёвый чад», ряд 7, места 14 и 15",
    isUnread: true,
    text: "Спектакль «Вишнёвый чад», комедия в четырёх действиях и одном задымлении.\nНачало: {ru+4}, 19:00. Ряд 7, места 14 и 15.\n\nБилеты во вложении, на телефоне тоже годятся. Просим не кашлять в унисон.\n",
    files: [
      { name: "билет-14.png", type: "image/png", content: squares(14) },
      { name: "билет-15.png", type: "image/png", content: squares(15) },
      {
        name: "tickets.pdf",
        type: "application/pdf",
        content: pdf("Tickets", [
          { text: "THE ATTIC THEATRE", size: 22, isBold: true },
          { text: "Row 7   Seats 14, 15", size: 15 },
          { text: "" },
          { text: "Please do not cough in unison." },
        ]),
      },
    ],
  },
  {
    key: "concert",
    daysAgo: 11,
    time: "19:05",
    from: "Moth Hall <tickets@moth-hall.example>",
    subject: "Your ticket for The Reluctant Accordions",
    text: "One ticket, standing, doors at 19:30. Show the code at the door. The band apologises in advance for the encore.\n",
    html: page(
      { accent: "#20304f", brand: "Moth Hall", footer: "No refunds, but plenty of sympathy." },
      heading("The Reluctant Accordions") +
        paragraph("<b>Friday, doors 19:30.</b> One ticket, standing.") +
        image("cid:code", "Ticket code", 264) +
        paragraph("Show the code at the door. The band apologises in advance for the encore."),
    ),
    files: [{ name: "code.png", type: "image/png", content: squares(77), cid: "code" }],
  },
  {
    key: "museum",
    daysAgo: 41,
    time: "09:50",
    from: "Музей забытых вещей <vhod@forgotten-things.example>",
    subject: "Билет на выставку «Ключи, которые ничего не открывают»",
    mailbox: "archive",
    text: "Билет на одно лицо, любой день до конца месяца.\n\nПросьба ничего не забывать в гардеробе: оформим как дар музею.\n",
  },
];
