/** Not urgent: its code is loaded after the list. */
import type { EmailList } from "../lists/list-shapes.ts";

/** @param first the first index in sight @param end the one after the last */
export const prefetch = (list: EmailList, first: number, end: number): Promise<void> =>
  import("./prefetch.ts").then(
    (ahead) => ahead.prefetch(list, first, end),
    () => undefined,
  );
