export const signature = {
  open: "Подпись",
  title: "Подпись",
  description: "Добавляется под вашими письмами, над цитатой.",
  of: "Подпись для {{address}}",
  save: "Сохранить",
  saved: "Подпись сохранена",
  failed: "Не удалось сохранить: {{reason}}",
  noConnection: "нет связи с Pismo",
};
