export const selection = {
  toolbar: "Действия с выбранными письмами",
  count_one: "Выбрано: {{count}} письмо",
  count_few: "Выбрано: {{count}} письма",
  count_many: "Выбрано: {{count}} писем",
  count_other: "Выбрано: {{count}} письма",
  conversations_one: "Выбрано: {{count}} переписка",
  conversations_few: "Выбрано: {{count}} переписки",
  conversations_many: "Выбрано: {{count}} переписок",
  conversations_other: "Выбрано: {{count}} переписки",
  clear: "Снять выделение",
  more: "Ещё",
};
