import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";

/** Few letters say what is certain enough to be shown. */
export const factParts = partsOnDemand(() => import("./FactCards.tsx"));
