import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { drawerQuery } from "../../../ui/widths.ts";
import { rowHeightOn } from "./row-height.ts";

/** In px. */
export const useRowHeight = (): number => rowHeightOn(useMediaQuery(drawerQuery));
