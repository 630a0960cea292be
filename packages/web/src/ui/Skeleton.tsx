import styles from "./Skeleton.module.css";

export interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number;
}

/** A placeholder in the size of what is being loaded. */
export function Skeleton({ width = "100%", height = 14, radius = 6 }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />;
}
