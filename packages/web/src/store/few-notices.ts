/** Notices that stand until the person answers: one by one while they are few, and as a number where they would cover the page. */
import { dismissNotice, getNotices, type NoticeInput, notify, updateNotice } from "./notices.ts";

const MOST_SINGLE = 2;

export interface FewNotices {
  /** @param key by which it is settled */
  tell(single: NoticeInput, key: string): void;
  /** There is nothing more to say about it. */
  settle(key: string): void;
}

/** @param ofMany the notice in the place of several; its text has `count` */
export function fewNotices(ofMany: () => NoticeInput): FewNotices {
  /** What is spoken of, by notice. */
  const standing = new Map<number, readonly string[]>();
  const forgetDismissed = (): void => {
    const shown = new Set(getNotices().map(({ id }) => id));
    for (const id of standing.keys()) if (!shown.has(id)) standing.delete(id);
  };
  return {
    tell(single, key) {
      forgetDismissed();
      const keys = [...standing.values()].flat().concat(key);
      if (keys.length <= MOST_SINGLE) {
        standing.set(notify({ ...single, timeout: 0 }), [key]);
        return;
      }
      for (const id of standing.keys()) dismissNotice(id);
      standing.clear();
      standing.set(notify({ ...ofMany(), values: { count: keys.length }, timeout: 0 }), keys);
    },
    settle(key) {
      forgetDismissed();
      for (const [id, keys] of standing) {
        if (!keys.includes(key)) continue;
        const left = keys.filter((each) => each !== key);
        standing.set(id, left);
        if (left.length === 0) dismissNotice(id);
        else updateNotice(id, { values: { count: left.length } });
      }
    },
  };
}
