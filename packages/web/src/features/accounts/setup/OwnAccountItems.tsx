import { useTranslation } from "react-i18next";
import { useAccount, useHasOwnServer } from "../../../store/index.ts";
import { useAccountProvider } from "../../../store/session/provider-sign-in.ts";
import { useIsRefused } from "../../../store/sync/connection.ts";
import { useMirror } from "../../../store/records/mirrors.ts";
import { MenuItem } from "../../../ui/Menu.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import type { OwnAccountTask } from "./OwnAccountDialogs.tsx";

/** Another account; and what can be done about the shown one, where it has servers of its own. */
export function OwnAccountItems({ onTask }: { onTask: (task: OwnAccountTask) => void }) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const hasServer = useHasOwnServer(accountId);
  const provider = useAccountProvider(accountId);
  const status = useMirror(accountId);
  const isRemoteRefused = useIsRefused();
  const isRefused = hasServer && !provider && (isRemoteRefused || status?.state === "signIn");
  return (
    <>
      {isRefused && (
        <MenuItem icon={lateIcons.warning} onClick={() => onTask("signIn")}>
          {t("servers.signInAgain")}
        </MenuItem>
      )}
      {hasServer && (
        <>
          <MenuItem icon="gear" onClick={() => onTask("settings")}>
            {t("servers.settings")}
          </MenuItem>
          <MenuItem icon="trash" onClick={() => onTask("remove")}>
            {t("servers.remove")}
          </MenuItem>
        </>
      )}
      <MenuItem icon={lateIcons.plus} onClick={() => onTask("add")}>
        {t("servers.add")}
      </MenuItem>
    </>
  );
}
