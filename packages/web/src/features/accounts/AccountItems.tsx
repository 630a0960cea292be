import { useTranslation } from "react-i18next";
import { announce, notify, useAccount, useCanSignOut } from "../../store/index.ts";
import { lookNow, useMirror } from "../../store/mirrors.ts";
import { MenuItem } from "../../ui/Menu.tsx";
import type { AccountTask } from "./AccountDialogs.tsx";

/** What can be done about the shown account's server and the person's sessions. */
export function AccountItems({ onTask }: { onTask: (task: AccountTask) => void }) {
  const { t } = useTranslation();
  const { accountId, email } = useAccount();
  const status = useMirror(accountId);
  const canSignOut = useCanSignOut();
  const look = (): void => {
    announce("mirror.looking", { account: email });
    lookNow(accountId).catch(() => notify({ key: "mirror.notLooked", tone: "error" }));
  };
  return (
    <>
      {status && (
        <>
          <MenuItem icon="reset" onClick={look}>
            {t("mirror.look")}
          </MenuItem>
          <MenuItem icon="folder" onClick={() => onTask("folders")}>
            {t("folderRoles.open")}
          </MenuItem>
        </>
      )}
      {canSignOut && (
        <MenuItem icon="eye" onClick={() => onTask("sessions")}>
          {t("sessions.open")}
        </MenuItem>
      )}
    </>
  );
}
