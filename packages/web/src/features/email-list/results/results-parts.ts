/** Fetched with the bars of the list, or with a search that comes before them (results-on-demand.ts). */
export { MoreElsewhere } from "./MoreElsewhere.tsx";
export { ResultsHead as ResultsBar } from "./ResultsHead.tsx";
