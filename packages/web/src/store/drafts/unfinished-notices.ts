/** What a page that is gone was writing is offered: letter by letter where there are few, as a number where there are more. */
import { dismissNotice, getNotices, notify } from "../notices.ts";

/** They cover a part of the page until the person answers. */
const MOST_NOTICES = 2;

/** Letters by notice. */
const offered = new Map<number, number>();

/** @param subject may be empty */
export function offerUnfinished(subject: string, takeUp: () => void): void {
  const standing = new Set(getNotices().map(({ id }) => id));
  for (const id of offered.keys()) if (!standing.has(id)) offered.delete(id);
  const count = [...offered.values()].reduce((sum, letters) => sum + letters, 1);
  if (count <= MOST_NOTICES) {
    const key = subject ? "compose.unfinished" : "compose.unfinishedUntitled";
    const action = { key: "compose.continue", perform: takeUp };
    offered.set(notify({ key, values: { subject }, timeout: 0, action }), 1);
    return;
  }
  for (const id of offered.keys()) dismissNotice(id);
  offered.clear();
  offered.set(notify({ key: "compose.unfinishedSeveral", values: { count }, timeout: 0 }), count);
}
