export const actions = {
  reply: "Ответить",
  replyAll: "Ответить всем",
  forward: "Переслать",
};
