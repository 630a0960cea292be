/** Adding and changing accounts is for the one person of a personal server: fetched where there is one. */
import { partsOnDemand } from "../../ui/parts-on-demand.ts";

export const ownAccountParts = partsOnDemand(() => import("./own-account-parts.ts"));
