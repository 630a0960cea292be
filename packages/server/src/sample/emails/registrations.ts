import { button, heading, page, paragraph } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

export const registrations = (): SampleEmail[] => [
  {
    key: "confirm-library",
    daysAgo: 3,
    time: "20:18",
    from: "Районная библиотека № 7 <noreply@library7.example>",
    subject: "Подтвердите адрес, чтобы получить читательский билет",
    isUnread: true,
    text: "Здравствуйте!\n\nВы записались в библиотеку. Подтвердите адрес: https://library7.example/confirm/8f3a\n\nСсылка действует сутки. Если записывались не вы, просто ничего не делайте: книги умеют ждать.\n",
    html: page(
      { accent: "#7a2f3c", brand: "Районная библиотека № 7", footer: "Тихий час с 13 до 14. Сканворды не выносить." },
      heading("Почти записались!") +
        paragraph("Осталось подтвердить адрес. Ссылка действует сутки.") +
        button("Подтвердить адрес", "https://library7.example/confirm/8f3a", "#7a2f3c") +
        paragraph("Если записывались не вы, просто ничего не делайте: книги умеют ждать."),
    ),
  },
  {
    key: "reset-chess",
    daysAgo: 16,
    time: "23:55",
    from: "Patient Chess <no-reply@patient-chess.example>",
    subject: "Reset your password",
    text: `Somebody, hopefully you, asked for a new password for "knight_errant".

https://patient-chess.example/reset?token=not-a-real-one

The link works for one hour. Your game against "old_rook" goes on without you: it is his move, and he has been thinking since Tuesday.
`,
  },
  {
    key: "joined-choir",
    daysAgo: 48,
    time: "12:09",
    from: "Хор «Кто во что горазд» <priem@choir.example>",
    subject: "Регистрация завершена: теперь вы второй альт",
    mailbox: "archive",
    text: "Поздравляем, вы в хоре!\n\nЛогин: второй-альт-4\nРепетиции по средам в 19:00, за роялем не сидеть, ноты не есть.\n\nЕсли вы на самом деле бас, ответьте на это письмо низким голосом.\n",
  },
];
