import { pageSource } from "../../../store/prefetch/page-source.ts";
import { Coming } from "../../../ui/lazy/Coming.tsx";
import styles from "../EmailListView.module.css";

/** The room of what will stand above the list, or of what begins so of that: nothing moves when it comes. */
export const BarRooms = ({ only = "" }: { only?: string }) =>
  pageSource()?.bars.map((bar) => bar.startsWith(only) && <div key={bar} className={styles.room} data-bar={bar} />) ?? (
    <Coming />
  );
