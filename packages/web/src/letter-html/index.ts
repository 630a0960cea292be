export { cleanForQuote, cleanLetter, type CleanLetter, type CleanOptions } from "./clean.ts";
export { contentIdsIn } from "./resources.ts";
