export const units = {
  today: "Сегодня",
  todayAt: "Сегодня, {{time}}",
  bytes_one: "{{count}} байт",
  bytes_few: "{{count}} байта",
  bytes_many: "{{count}} байт",
  bytes_other: "{{count}} байта",
  kb: "{{value}} Кб",
  mb: "{{value}} Мб",
  gb: "{{value}} Гб",
};
