export const contactSigns = {
  add: "Добавить в контакты",
  added: "Добавлено в контакты: {{name}}",
  show: "Контакт: {{name}}",
};
