import type { NavigationGroup } from "@pismo/jmap";
import { type ReactNode, useId, useState } from "react";
import { usePreferences } from "../../../store/index.ts";
import { hasPreferences } from "../../../store/records/preferences.ts";
import { setPreferences } from "../../../store/records/set-preferences.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import nav from "../FolderNav.module.css";
import styles from "./KeptGroup.module.css";

export interface KeptGroupProps {
  group: NavigationGroup;
  name: string;
  children: ReactNode;
}

/** Lines under a heading that folds them, which the server keeps. */
export function KeptGroup({ group, name, children }: KeptGroupProps) {
  const id = useId();
  const { foldedGroups } = usePreferences();
  /** In this tab it holds whether or not a server keeps it. */
  const [chosen, setChosen] = useState<boolean>();
  const isFolded = chosen ?? foldedGroups.includes(group);
  const toggle = (): void => {
    setChosen(!isFolded);
    const others = foldedGroups.filter((each) => each !== group);
    if (!hasPreferences()) return;
    setPreferences({ foldedGroups: isFolded ? others : [...others, group] }).catch(() => undefined);
  };
  return (
    // No landmark: the page of labels is one of the same name.
    <div role="group" className={styles.group} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        <button type="button" aria-expanded={!isFolded} onClick={toggle}>
          {name}
          <Icon icon={isFolded ? "chevron-right" : "chevron-down"} size={14} />
        </button>
      </h2>
      {!isFolded && <ul className={nav.list}>{children}</ul>}
    </div>
  );
}
