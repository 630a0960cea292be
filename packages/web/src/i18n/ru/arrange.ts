export const arrange = {
  menu: "Ещё: письмо от {{name}}",
  splitOff: "Отделить это письмо",
  splitFrom: "Отделить переписку отсюда",
  join: "Объединить переписки",
  split_one: "{{count}} письмо отделено от переписки",
  split_few: "{{count}} письма отделены от переписки",
  split_many: "{{count}} писем отделены от переписки",
  split_other: "{{count}} письма отделены от переписки",
  joined_one: "{{count}} переписка объединена",
  joined_few: "{{count}} переписки объединены",
  joined_many: "{{count}} переписок объединены",
  joined_other: "{{count}} переписки объединены",
};
