/** What only some accounts have (a server behind them, sessions) is fetched when there is such an account. */
import { partsOnDemand } from "../../ui/parts-on-demand.ts";

export const accountParts = partsOnDemand(() => import("./account-parts.ts"));
