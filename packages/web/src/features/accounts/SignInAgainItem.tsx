import type { SignInProvider } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useSignInTexts } from "../../i18n/sign-in.ts";
import { goToProvider, loadMirrorState, notify, useAccount } from "../../store/index.ts";
import { MenuItem } from "../../ui/Menu.tsx";

/** In the account menu, where the provider takes what it once granted no longer. */
export function SignInAgainItem({ provider }: { provider: SignInProvider }) {
  const { t } = useSignInTexts();
  const { accountId } = useAccount();
  const [isNeeded, setNeeded] = useState(false);
  const { id, name } = provider;
  useEffect(() => {
    let isOver = false;
    loadMirrorState(accountId)
      .then((state) => isOver || setNeeded(state === "signIn"))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [accountId]);
  if (!isNeeded) return null;
  const go = async (): Promise<void> => {
    const problem = await goToProvider({ provider: id, accountId });
    if (problem === "away") notify({ key: "signIn.provider.away", values: { name }, tone: "error" });
    else if (problem) notify({ key: "signIn.unreachable", tone: "error" });
  };
  return (
    <MenuItem icon="reset" onClick={() => void go()}>
      {t("signIn.provider.again", { name })}
    </MenuItem>
  );
}
