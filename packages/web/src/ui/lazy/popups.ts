/** Popups are a third of the code and no list needs them: it is loaded when idle, or when first needed. */
import type * as PopupParts from "./popup-parts.ts";
import { partsOnDemand } from "./on-demand-parts.ts";

const popups = partsOnDemand(() => import("./popup-parts.ts"));

/** A failure is met again, and tried again, when a popup is next wanted. */
export const loadPopups = popups.load;

/** The parts once they are there; fetches them when they are wanted. */
export const usePopupParts = popups.use;

/** The parts, for what stands inside of a popup. */
export function popupParts(): typeof PopupParts {
  const parts = popups.get();
  if (!parts) throw new Error("this belongs into a popup");
  return parts;
}
