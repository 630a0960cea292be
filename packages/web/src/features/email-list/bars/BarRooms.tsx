import type { InboxBar } from "@pismo/jmap";
import { pageSource } from "../../../store/prefetch/page-source.ts";
import styles from "../EmailListView.module.css";

/** The room of what will stand above the list, or of one of that, so that nothing moves when it comes. */
export const BarRooms = ({ only }: { only?: InboxBar }) =>
  pageSource()?.bars?.map((bar) =>
    only && only !== bar ? null : <div key={bar} className={styles.room} data-bar={bar} />,
  );
