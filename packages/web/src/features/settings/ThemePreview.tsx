import type { ThemeName } from "../../themes/index.ts";
import styles from "./ThemePreview.module.css";

/** The screen in small, in a theme's own colours: header, navigation, a page with Emails. */
export function ThemePreview({ theme }: { theme: ThemeName }) {
  return (
    <span className={styles.miniature} data-theme={theme} aria-hidden="true">
      <svg viewBox="0 0 120 66" focusable="false">
        <rect className={styles.header} width="120" height="11" />
        <rect className={styles.logo} x="5" y="3" width="7" height="5" rx="1.7" />
        <rect className={styles.logo} x="14" y="4.2" width="12" height="2.6" rx="1.3" />
        <rect className={styles.field} x="33" y="2.5" width="40" height="6" rx="2" />
        <rect className={styles.compose} x="5" y="15" width="22" height="6.5" rx="2.2" />
        <rect className={styles.chosen} x="3.5" y="24" width="25" height="8" rx="2" />
        {[28, 36.5, 45, 53.5].map((y, index) => (
          <g key={y}>
            <circle className={styles.icon} cx="7.5" cy={y} r="1.7" />
            <rect className={styles.label} x="11.5" y={y - 1} width={[12, 14, 9, 11][index]} height="2" rx="1" />
          </g>
        ))}
        <path className={styles.page} d="M33 18a4 4 0 0 1 4-4h75a4 4 0 0 1 4 4v48H33z" />
        {[21.5, 30.7, 39.9, 49.1, 58.3].map((y, index) => (
          <g key={y}>
            {index < 2 && <circle className={styles.dot} cx="37.5" cy={y} r="1.1" />}
            <circle className={styles.person} cx="43.5" cy={y} r="2.7" />
            <rect
              className={styles.sender}
              x="49"
              y={y - (index < 2 ? 1.3 : 1)}
              width={[14, 17, 12, 15, 13][index]}
              height={index < 2 ? 2.6 : 2}
              rx="1"
            />
            <rect className={styles.preview} x="70" y={y - 1} width={[36, 31, 38, 28, 34][index]} height="2" rx="1" />
          </g>
        ))}
      </svg>
    </span>
  );
}
