/** What stands above a letter that comes back at a time. */
export { SnoozedLetter } from "./SnoozedLetter.tsx";
export { UnansweredLetter } from "./UnansweredLetter.tsx";
