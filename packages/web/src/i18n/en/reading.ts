import type { Translation } from "../catalogue.ts";
import type { reading as russian } from "../ru/reading.ts";

export const reading: Translation<typeof russian> = {
  caution: {
    spam: "This letter is in Spam: only its text is shown, its links cannot be followed, and there are no pictures.",
    phishing:
      "This letter is marked as phishing: only its text is shown, its links cannot be followed, and there are no pictures.",
    notPhishing: "It is not phishing",
  },
};
