import { useMediaQuery } from "../../ui/use-media-query.ts";
import { drawerQuery } from "../../ui/widths.ts";

/** The height of a row, in px. On phones it has two lines. */
export const useRowHeight = (): number => (useMediaQuery(drawerQuery) ? 64 : 48);
