/** What accounts have beside their letters is fetched when idle, or when the menu is first opened. */
import { partsOnDemand } from "../../ui/parts-on-demand.ts";

export const accountParts = partsOnDemand(() => import("./account-parts.ts"));
