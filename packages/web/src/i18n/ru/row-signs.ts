/** What few rows of a list show. */
export const rowSigns = {
  muted: "не беспокоит",
};
