/** Letters that were sent, and that come back when nothing answers them. */
export const reminders = {
  title: "Напомнить, если не ответят",
  description: "Письмо поднимется вверх во «Входящих», если за это время никто на него не ответит.",
  days: "Через сколько дней",
  daysProblem: "Число дней — от 1 до {{max}}",
  confirm: "Напомнить",
  none: "Не напоминать",
  cancel: "Отменить",
};
