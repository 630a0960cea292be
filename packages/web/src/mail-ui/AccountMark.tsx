import { labelColors } from "@pismo/jmap";
import { i18n } from "../i18n/index.ts";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/all-accounts.ts";
import type { Owner } from "../store/session/all-accounts.ts";
import { visibleText } from "../ui/visible-text.ts";
import styles from "./AccountMark.module.css";
import { labelColor } from "./LabelChips.tsx";

addTexts(texts);

/** For screen readers. */
export const accountText = ({ name }: Owner): string => i18n.t("allAccounts.account", { name: visibleText(name) });

/** The mark with the account's name, where there is room for it. */
export function AccountName({ owner }: { owner: Owner }) {
  return (
    <span className={styles.named}>
      <span aria-hidden="true">
        <AccountMark owner={owner} />
      </span>
      <bdi className={styles.name} aria-hidden="true">
        {visibleText(owner.name)}
      </bdi>
      <span className="visually-hidden">{accountText(owner)}</span>
    </span>
  );
}

/** An address by the letter that tells it from most others; the colour tells the rest. */
export function AccountMark({ owner }: { owner: Owner }) {
  const name = visibleText(owner.name);
  const [first = "?"] = name;
  return (
    <span
      className={styles.mark}
      style={labelColor({ color: colorAt(owner.place) })}
      role="img"
      aria-label={accountText(owner)}
      title={name}
    >
      {first.toUpperCase()}
    </span>
  );
}

const colorAt = (place: number): (typeof labelColors)[number] => labelColors[place % labelColors.length]!;
