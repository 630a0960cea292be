import { useTranslation } from "react-i18next";
import { announce, notify, signOut, useAccount, useCanSignOut } from "../../store/index.ts";
import { useAccountProvider } from "../../store/session/provider-sign-in.ts";
import { checkNow, useMirror } from "../../store/records/mirrors.ts";
import { MenuItem } from "../../ui/Menu.tsx";
import type { AccountTask } from "./AccountDialogs.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";

/** Menu items for the shown account, its server and the person's sessions. */
export function AccountItems({ onTask }: { onTask: (task: AccountTask) => void }) {
  const { t } = useTranslation();
  const { accountId, email } = useAccount();
  const status = useMirror(accountId);
  const canSignOut = useCanSignOut();
  const provider = useAccountProvider(accountId);
  const check = (): void => {
    announce("mirror.looking", { account: email });
    checkNow(accountId).catch(() => notify({ key: "mirror.notLooked", tone: "error" }));
  };
  return (
    <>
      {canSignOut && !provider && status?.state === "signIn" && (
        // The page that asks for the password is the way in.
        <MenuItem icon={lateIcons.warning} onClick={() => void signOut()}>
          {t("mirror.signInAgain")}
        </MenuItem>
      )}
      {status && (
        <>
          <MenuItem icon="reset" onClick={check}>
            {t("mirror.look")}
          </MenuItem>
          <MenuItem icon="folder" onClick={() => onTask("folders")}>
            {t("folderRoles.open")}
          </MenuItem>
        </>
      )}
      <MenuItem icon="pencil" onClick={() => onTask("signature")}>
        {t("signature.open")}
      </MenuItem>
      {canSignOut && (
        <MenuItem icon={lateIcons.eye} onClick={() => onTask("sessions")}>
          {t("sessions.open")}
        </MenuItem>
      )}
    </>
  );
}
