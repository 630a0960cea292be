/** Nobody waits for it: its code comes after the list. */
import type { EmailList } from "./list-shapes.ts";

/** @param first the first place in sight @param end the one after the last */
export const fetchAhead = (list: EmailList, first: number, end: number): Promise<void> =>
  import("./ahead.ts").then(
    (ahead) => ahead.fetchAhead(list, first, end),
    () => undefined,
  );
