/** Fetched with the first search (results-on-demand.ts). */
export { MoreElsewhere } from "./MoreElsewhere.tsx";
export { ResultsHead as ResultsBar } from "./ResultsHead.tsx";
