import type { SignInProvider } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/sign-in.ts";
import { notify, useAccount } from "../../store/index.ts";
import { goToProvider } from "../../store/session/provider-sign-in.ts";
import { useMirror } from "../../store/records/mirrors.ts";
import { MenuItem } from "../../ui/Menu.tsx";

addTexts(texts);

/** In the account menu, where the provider takes what it once granted no longer. */
export function SignInAgainItem({ provider }: { provider: SignInProvider }) {
  const { t } = useTranslation();
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
