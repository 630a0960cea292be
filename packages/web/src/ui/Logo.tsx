import { brandLogo, brandName } from "./brand.ts";
import styles from "./Logo.module.css";

/** An envelope whose flap is a tick, and the name; or those that the administrator has set. */
export function Logo() {
  const logo = brandLogo();
  return (
    <>
      {logo === undefined ? <Envelope /> : <img className={styles.picture} src={logo} alt="" height="32" />}
      <span className={styles.word} aria-hidden="true">
        {brandName() ?? "pismo"}
      </span>
    </>
  );
}

const Envelope = () => (
  <svg className={styles.sign} width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
    <rect x="2" y="5" width="28" height="22" rx="7" fill="currentColor" />
    <path
      d="M8.5 12.5 14.2 17.2a2.9 2.9 0 0 0 3.6 0l5.7-4.7"
      fill="none"
      stroke="var(--logo-tick)"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
