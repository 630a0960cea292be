import { type ReactNode, useId, useState } from "react";
import { Icon } from "../../../ui/icons/Icon.tsx";
import nav from "../FolderNav.module.css";
import styles from "./KeptGroup.module.css";

export interface KeptGroupProps {
  name: string;
  children: ReactNode;
}

/** Lines under a heading that folds them. */
export function KeptGroup({ name, children }: KeptGroupProps) {
  const id = useId();
  const [isFolded, setFolded] = useState(false);
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {name}
          <Icon icon={isFolded ? "chevron-right" : "chevron-down"} size={14} />
        </button>
      </h2>
      {!isFolded && <ul className={nav.list}>{children}</ul>}
    </section>
  );
}
