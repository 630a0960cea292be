/** Of the question for a day and a time. */
export const times = {
  when: "День и время",
  zone: "Часовой пояс: {{zone}}",
  limit_one: "Не дальше чем на {{count}} день вперёд.",
  limit_few: "Не дальше чем на {{count}} дня вперёд.",
  limit_many: "Не дальше чем на {{count}} дней вперёд.",
  limit_other: "Не дальше чем на {{count}} дня вперёд.",
  cancel: "Отменить",
  problem: {
    missing: "Выберите день и время",
    past: "Это время уже прошло",
    tooLate_one: "Письмо может ждать не дольше {{count}} дня",
    tooLate_few: "Письмо может ждать не дольше {{count}} дней",
    tooLate_many: "Письмо может ждать не дольше {{count}} дней",
    tooLate_other: "Письмо может ждать не дольше {{count}} дня",
  },
};
