/** What a row shows after its subject: its labels, and of several accounts together the one that has the Email. */
import type { Id, LabelFace } from "@pismo/jmap";
import type { ReactNode } from "react";
import { AccountMark, accountText } from "../../../mail-ui/AccountMark.tsx";
import { LabelChips } from "../../../mail-ui/LabelChips.tsx";
import { ownerOf } from "../../../store/session/all-accounts.ts";
import styles from "./row-chips.module.css";

/** Chips beyond these are a number: the preview keeps some room. */
const MOST = 3;

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
    ...(owner ? [accountText(owner)] : []),
  ];
  const chips = (
    <>
      {owner && (
        <span className={styles.account}>
          <AccountMark owner={owner} />
        </span>
      )}
      {labels.length > 0 && <LabelChips labels={labels} most={MOST} />}
    </>
  );
  return { chips, names: names.join(", ") };
}
