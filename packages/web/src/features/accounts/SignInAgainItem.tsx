import type { SignInProvider } from "@pismo/jmap";
import { useSignInTexts } from "../../i18n/sign-in-texts.ts";
import { goToProvider, notify, useAccount } from "../../store/index.ts";
import { useMirror } from "../../store/mirrors.ts";
import { MenuItem } from "../../ui/Menu.tsx";

/** In the account menu, where the provider takes what it once granted no longer. */
export function SignInAgainItem({ provider }: { provider: SignInProvider }) {
  const { t } = useSignInTexts();
  const { accountId } = useAccount();
  const { id, name } = provider;
  const status = useMirror(accountId);
  if (status?.state !== "signIn") return null;
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
