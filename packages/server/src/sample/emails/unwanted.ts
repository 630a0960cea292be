import { button, heading, page, paragraph } from "../html.ts";
import type { SampleEmail } from "../sample-email.ts";

export const unwanted = (): SampleEmail[] => [
  {
    key: "spam-prince",
    daysAgo: 2,
    time: "03:33",
    from: "HRH Prince Regent III <prince@definitely-royal.example>",
    subject: "URGENT: my kingdom for a bank account",
    mailbox: "junk",
    isUnread: true,
    text: "Esteemed friend! I am a prince with 40,000,000 gold coins and no pockets. Kindly send me your pockets.\n",
  },
  {
    key: "spam-hair",
    daysAgo: 4,
    time: "04:10",
    from: "Доктор Блеск <volosy@super-blesk.example>",
    subject: "ВЫ ВЫИГРАЛИ!!! Волосы до пояса за 3 дня (пояс в комплекте)",
    mailbox: "junk",
    isUnread: true,
    text: "Поздравляем, ваш адрес выбран из одного адреса. Жмите скорее: https://super-blesk.example/win\n",
    html: page(
      {
        accent: "#d61f69",
        brand: "СУПЕР БЛЕСК",
        footer: '<img src="https://super-blesk.example/spy.gif" width="1" height="1" alt="">',
      },
      heading("ВЫ ВЫИГРАЛИ!!!") +
        paragraph("Ваш адрес выбран из <b>одного</b> адреса. Пояс в комплекте.") +
        button("ЗАБРАТЬ ВОЛОСЫ", "https://super-blesk.example/win", "#d61f69"),
    ),
  },
  {
    key: "spam-boss",
    daysAgo: 9,
    time: "05:05",
    from: "Your Boss (really) <boss@not-your-boss.example>",
    subject: "need gift cards, am in meeting, cannot talk",
    mailbox: "junk",
    text: "Buy twelve gift cards. Photograph them. Tell nobody, especially not me.\n",
  },
  {
    key: "trash-sale",
    daysAgo: 6,
    time: "12:34",
    from: "Склад пуговиц <sale@button-depot.example>",
    subject: "Распродажа: вторая пуговица в подарок, петля отдельно",
    mailbox: "trash",
    text: "Только до воскресенья. Дырочек: две или четыре, на выбор.\n",
  },
  {
    key: "trash-reminder",
    daysAgo: 16,
    time: "18:00",
    from: "Reminders <remind@gentle-bell.example>",
    subject: "Reminder: delete this reminder",
    mailbox: "trash",
    text: "Well done.\n",
  },
];
