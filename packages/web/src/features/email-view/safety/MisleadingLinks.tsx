import { useTranslation } from "react-i18next";
import type { MisleadingLink } from "../../../message-html/index.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./SenderWarnings.module.css";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

const most = 3;

/** Lines above a message with links that lead elsewhere than they seem to: the message cannot style what stands out here. */
export function MisleadingLinks({ links, count }: { links: readonly MisleadingLink[]; count: number }) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <ul className={styles.warnings} data-above="" aria-label={t("reading.links.label")}>
      {links.slice(0, most).map(({ named, host }) => (
        <li key={`${named} ${host}`}>
          <Icon icon={lateIcons.info} />
          <span>{t("reading.links.leads", { named: visibleText(named), host })}</span>
        </li>
      ))}
      {links.length > most && <li>{t("reading.links.all", { count })}</li>}
    </ul>
  );
}
