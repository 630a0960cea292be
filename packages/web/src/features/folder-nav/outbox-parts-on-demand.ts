/** Hardly anybody has letters that did not arrive: what shows them is fetched after the list. */
import { partsOnDemand } from "../../ui/parts-on-demand.ts";

export const outboxParts = partsOnDemand(() => import("./OutboxLine.tsx"));
