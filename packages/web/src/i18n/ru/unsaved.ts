export const unsaved = {
  question: "Уйти без сохранения?",
  what: "То, что вы здесь изменили, ещё не сохранено.",
  stay: "Остаться",
  leave: "Уйти",
};
