/** Few letters bring a calendar or an address card: what shows them is fetched with the first. */
import { partsOnDemand } from "../../ui/parts-on-demand.ts";

export const letterCards = partsOnDemand(() => import("./LetterCards.tsx"));
