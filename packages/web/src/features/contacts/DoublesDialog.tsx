import { idOfMember, shownName } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mainAddress } from "../../store/contacts/card-names.ts";
import { type AccountDoubles, mergeDoubles } from "../../store/contacts/doubles.ts";
import { AccountMark } from "../../mail-ui/AccountMark.tsx";
import { ownerOf } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./ContactDialogs.module.css";
import fieldSet from "./FieldSet.module.css";
import { tellBroken, tellDone } from "./GroupNameDialog.tsx";

function Owner({ of: { accountId, cards } }: { of: AccountDoubles }) {
  const owner = ownerOf(idOfMember(accountId, cards[0]!.id));
  return owner && <AccountMark owner={owner} />;
}

/** Offered at a time: the others come when these are done. */
const MOST = 100;

/** Cards that may be of one person: those that are chosen become one. */
export function DoublesDialog({ doubles, onDone }: { doubles: readonly AccountDoubles[]; onDone: () => void }) {
  const { t } = useTranslation();
  const offered = doubles.slice(0, MOST);
  const [chosen, setChosen] = useState<ReadonlySet<AccountDoubles>>(
    () => new Set(offered.filter(({ isSure }) => isSure)),
  );
  const [isBusy, setBusy] = useState(false);
  const toggle = (each: AccountDoubles): void => {
    const next = new Set(chosen);
    if (!next.delete(each)) next.add(each);
    setChosen(next);
  };
  const merge = async (): Promise<void> => {
    setBusy(true);
    const undos: (() => Promise<void>)[] = [];
    try {
      for (const each of chosen) undos.push(await mergeDoubles(each));
    } catch (error) {
      tellBroken(error);
    }
    const undo = async (): Promise<void> => {
      for (; undos.length > 0; undos.pop()) await undos.at(-1)!();
    };
    if (undos.length > 0) tellDone({ key: "contacts.merged", values: { count: undos.length } }, undo);
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !isBusy && onDone()}
      title={t("contacts.doubles")}
      description={t(offered.length > 0 ? "contacts.doublesText" : "contacts.noDoubles")}
      closeLabel={t("shell.close")}
      width={520}
      footer={
        <>
          <Button onClick={onDone} disabled={isBusy}>
            {t("shell.cancel")}
          </Button>
          {offered.length > 0 && (
            <Button variant="primary" disabled={isBusy || chosen.size === 0} onClick={() => void merge()}>
              {t("contacts.merge")}
            </Button>
          )}
        </>
      }
    >
      {offered.length > 0 && (
        <fieldset className={`${fieldSet.set} ${fieldSet.choices}`}>
          <legend className="visually-hidden">{t("contacts.doubles")}</legend>
          {offered.map((each) => (
            <label key={`${each.accountId} ${each.cards[0]!.id}`}>
              <input type="checkbox" checked={chosen.has(each)} onChange={() => toggle(each)} />
              <span>
                {each.cards.map((card) => (
                  <span key={card.id} className={styles.double}>
                    <bdi>{visibleText(shownName(card)) || t("contacts.noName")}</bdi>{" "}
                    <bdi className={styles.doubleAddress}>{visibleText(mainAddress(card))}</bdi>
                  </span>
                ))}
              </span>
              <Owner of={each} />
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
