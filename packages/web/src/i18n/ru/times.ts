/** Of the question for a day and a time. */
export const times = {
  when: "День и время",
  zone: "Часовой пояс: {{zone}}",
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
