/** What a row shows after its subject: its labels, and of several accounts together the one that has the Email. */
import { type Id, labelColors, type LabelFace } from "@pismo/jmap";
import type { ReactNode } from "react";
import { i18n } from "../../../i18n/index.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/all-accounts.ts";
import { LabelChips, labelColor } from "../../../mail-ui/LabelChips.tsx";
import { type Owner, ownerOf } from "../../../store/session/all-accounts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./AccountMark.module.css";

addTexts(texts);

/** Chips beyond these are a number: the preview keeps some room. */
const MOST = 3;

/** An address by the letter that tells it from most others; the colour tells the rest. */
function AccountMark({ name, place }: Owner) {
  const [first = "?"] = visibleText(name);
  return (
    <span className={styles.mark} style={labelColor({ color: colorAt(place) })} title={visibleText(name)}>
      {first.toUpperCase()}
    </span>
  );
}

const colorAt = (place: number): (typeof labelColors)[number] => labelColors[place % labelColors.length]!;

export interface RowChips {
  chips: ReactNode;
  /** For screen readers. */
  names: string;
}

/** @param word that introduces the names of labels */
export function rowChips(id: Id, labels: readonly LabelFace[], word: string): RowChips | undefined {
  const owner = ownerOf(id);
  if (!owner && labels.length === 0) return undefined;
  const names = [
    ...(labels.length > 0 ? [`${word} ${labels.map(({ name }) => name).join(", ")}`] : []),
    ...(owner ? [i18n.t("allAccounts.account", { name: visibleText(owner.name) })] : []),
  ];
  const chips = (
    <>
      {owner && <AccountMark {...owner} />}
      {labels.length > 0 && <LabelChips labels={labels} most={MOST} />}
    </>
  );
  return { chips, names: names.join(", ") };
}
