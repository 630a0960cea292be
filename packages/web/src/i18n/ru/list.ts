export const list = {
  empty: "Писем нет",
  noMore: "Писем больше нет",
};
