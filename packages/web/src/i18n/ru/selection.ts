export const selection = {
  toolbar: "Действия с выбранными письмами",
  count_one: "Выбрано: {{count}} письмо",
  count_few: "Выбрано: {{count}} письма",
  count_many: "Выбрано: {{count}} писем",
  count_other: "Выбрано: {{count}} письма",
  clear: "Снять выделение",
  more: "Ещё",
};
