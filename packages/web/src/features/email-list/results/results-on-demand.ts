import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";

/** What stands around the results of a search. Where it cannot be fetched, the results stand alone. */
export const resultsOnDemand = partsOnDemand(() => import("./results-parts.ts"));
