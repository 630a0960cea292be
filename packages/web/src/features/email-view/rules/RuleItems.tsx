import { useTranslation } from "react-i18next";
import type { FullEmail } from "../../../store/index.ts";
import { askAboutRule } from "../../../store/rules/rule-question.ts";
import { useHasRules } from "../../../store/rules/rules.ts";
import { placeOf } from "../../../store/session/all-accounts.ts";
import { MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { isOwnLetter } from "../genuine/own-letter.ts";

/** Entries that make rules of a letter that was received. */
export function RuleItems({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const { accountId, id: emailId } = placeOf(email.id);
  const hasRules = useHasRules(accountId);
  if (!hasRules || isOwnLetter(email)) return null;
  const address = email.from?.[0]?.email ?? "";
  return (
    <>
      <MenuItem icon="filter" onClick={() => askAboutRule({ kind: "file", accountId, emailId })}>
        {t("letter.fileLikeThis")}
      </MenuItem>
      {address.includes("@") && (
        <MenuItem icon="spam" onClick={() => askAboutRule({ kind: "block", accountId, address })}>
          {t("letter.block")}
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}
