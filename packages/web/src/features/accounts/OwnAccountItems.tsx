import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadMirrorState, useAccount, useAccountProvider, useHasOwnServer } from "../../store/index.ts";
import { MenuItem } from "../../ui/Menu.tsx";
import type { OwnAccountTask } from "./OwnAccountDialogs.tsx";

/** Another account; and what can be done about the shown one, where it has servers of its own. */
export function OwnAccountItems({ onTask }: { onTask: (task: OwnAccountTask) => void }) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const hasServer = useHasOwnServer(accountId);
  const provider = useAccountProvider(accountId);
  const isRefused = useIsRefused(accountId, hasServer && !provider);
  return (
    <>
      {isRefused && (
        <MenuItem icon="warning" onClick={() => onTask("signIn")}>
          {t("servers.signInAgain")}
        </MenuItem>
      )}
      {hasServer && (
        <>
          <MenuItem icon="pencil" onClick={() => onTask("settings")}>
            {t("servers.settings")}
          </MenuItem>
          <MenuItem icon="trash" onClick={() => onTask("remove")}>
            {t("servers.remove")}
          </MenuItem>
        </>
      )}
      <MenuItem icon="plus" onClick={() => onTask("add")}>
        {t("servers.add")}
      </MenuItem>
    </>
  );
}

/** Whether the server takes the password no longer. */
function useIsRefused(accountId: string, isAsked: boolean): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    loadMirrorState(accountId)
      .then((state) => isOver || setRefused(state === "signIn"))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [accountId, isAsked]);
  return isRefused && isAsked;
}
