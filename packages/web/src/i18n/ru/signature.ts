export const signature = {
  open: "Подпись",
  title: "Подпись",
  description: "Стоит под письмами, которые вы пишете, над цитатой.",
  of: "Подпись для {{address}}",
  save: "Сохранить",
  saved: "Подпись сохранена",
  failed: "Сохранить не получилось: {{reason}}",
  noConnection: "нет связи с Pismo",
};
