/** Notices that stand until the person answers: one by one while they are few, and as a number where they would cover the page. */
import { dismissNotice, getNotices, type NoticeInput, notify } from "./notices.ts";

const MOST_SINGLE = 2;

/** @param ofMany the notice in the place of several; its text has `count` */
export function fewNotices(ofMany: () => NoticeInput): (single: NoticeInput) => void {
  /** What is spoken of, by notice. */
  const standing = new Map<number, number>();
  return (single) => {
    const shown = new Set(getNotices().map(({ id }) => id));
    for (const id of standing.keys()) if (!shown.has(id)) standing.delete(id);
    const count = [...standing.values()].reduce((sum, each) => sum + each, 1);
    if (count <= MOST_SINGLE) {
      standing.set(notify({ ...single, timeout: 0 }), 1);
      return;
    }
    for (const id of standing.keys()) dismissNotice(id);
    standing.clear();
    standing.set(notify({ ...ofMany(), values: { count }, timeout: 0 }), count);
  };
}
