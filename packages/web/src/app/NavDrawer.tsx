import { Dialog } from "@base-ui/react/dialog";
import { useTranslation } from "react-i18next";
import { FolderNav } from "../features/folder-nav/FolderNav.tsx";
import { Logo } from "../ui/Logo.tsx";
import { useBackCloses } from "../ui/history/back-closes.ts";
import { IconButton } from "../ui/IconButton.tsx";
import styles from "./NavDrawer.module.css";

export interface NavDrawerProps {
  current: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onToggleSettings: () => void;
}

/** The whole navigation over the page, where there is no room beside it. */
export function NavDrawer({ current, isOpen, onOpenChange, onToggleSettings }: NavDrawerProps) {
  const { t } = useTranslation();
  useBackCloses(isOpen, () => onOpenChange(false));
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} data-frame="">
          <Dialog.Title className="visually-hidden">{t("shell.navigation")}</Dialog.Title>
          <div className={styles.top}>
            <Dialog.Close
              render={
                <IconButton icon="close" label={t("shell.closeNavigation")} tooltip={false} className={styles.close} />
              }
            />
            <span className={styles.logo}>
              <Logo />
            </span>
          </div>
          <FolderNav
            current={current}
            isRail={false}
            onToggleSettings={onToggleSettings}
            onChosen={() => onOpenChange(false)}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
