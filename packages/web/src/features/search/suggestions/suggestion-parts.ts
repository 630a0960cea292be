/** Fetched when the search box is first used. */
export { suggest } from "./suggest.ts";
export { SuggestionList } from "./SuggestionList.tsx";
