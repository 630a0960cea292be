import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/shortcuts.ts";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { actions } from "../../actions/index.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { shortcutLabel } from "../../ui/keyboard/shortcut-label.ts";
import { goTo } from "./go-to.ts";
import styles from "./ShortcutsDialog.module.css";

addTexts(texts);

export interface ShortcutsDialogProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

const line = (name: string, keys: ReactNode) => (
  <Fragment key={name}>
    <dt>{name}</dt>
    <dd>{keys}</dd>
  </Fragment>
);

/** Keys that all do the same. */
const keys = (...shortcuts: string[]) =>
  shortcuts.map((shortcut, index) => (
    <Fragment key={shortcut}>
      {index > 0 && " "}
      <kbd>{shortcutLabel(shortcut)}</kbd>
    </Fragment>
  ));

/** Every shortcut, as the actions name them. */
export function ShortcutsDialog({ isOpen, onOpenChange }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t("shell.shortcuts.title")}
      closeLabel={t("shell.close")}
      isText
      width={720}
    >
      <div className={styles.columns}>
        <section>
          <h3 className={styles.heading}>{t("shell.shortcuts.letters")}</h3>
          <dl className={styles.list}>
            {actions.map(
              ({ labelKey, shortcut, alias }) =>
                shortcut && line(t(labelKey), keys(...(alias ? [shortcut, alias] : [shortcut]))),
            )}
            {line(t("shell.shortcuts.undo"), keys("Z"))}
          </dl>
        </section>
        <section>
          <h3 className={styles.heading}>{t("shell.shortcuts.moving")}</h3>
          <dl className={styles.list}>
            {line(t("shell.shortcuts.next"), keys("J", "↓"))}
            {line(t("shell.shortcuts.previous"), keys("K", "↑"))}
            {line(t("shell.shortcuts.inConversation"), keys("N", "P"))}
            {line(t("shell.shortcuts.open"), keys("O", "Enter"))}
            {line(t("shell.shortcuts.toList"), keys("U"))}
            {line(t("shell.shortcuts.select"), keys("X"))}
            {line(t("shell.shortcuts.extend"), keys("Shift+J", "Shift+K"))}
          </dl>
          <h3 className={styles.heading}>{t("shell.shortcuts.navigation")}</h3>
          <dl className={styles.list}>
            {goTo.map(({ key, labelKey }) =>
              line(
                t(labelKey),
                <>
                  <kbd>G</kbd> {t("shell.shortcuts.keyThen")} <kbd>{key}</kbd>
                </>,
              ),
            )}
            {line(t("shell.shortcuts.search"), <kbd>/</kbd>)}
            {line(t("shell.shortcuts.help"), <kbd>?</kbd>)}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
