import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useHasCards } from "../../../store/contacts/has-contacts.ts";
import { useHasFiles } from "../../../store/files/has-files.ts";
import { useHasNewsletters } from "../../../store/newsletters/newsletters.ts";
import { useAccount } from "../../../store/index.ts";
import { type NavLinesProps, PageLine } from "../PageLine.tsx";
import { Coming } from "../../../ui/lazy/Coming.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** The ways to the files of all letters, to the newsletters and to the contacts, where there are any. */
export function PageLines(props: NavLinesProps) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const { pathname } = useLocation();
  const hasFiles = useHasFiles();
  const hasNewsletters = useHasNewsletters();
  const hasCards = useHasCards();
  const isFiles = pathname === "/files";
  const isNewsletters = pathname === "/newsletters";
  const isContacts = /^\/contacts(?:\/|$)/.test(pathname);
  return (
    <>
      {[hasFiles, hasNewsletters, hasCards].includes(undefined) && <Coming />}
      {/* Of all accounts together there is another line (AllAccountsLines.tsx). */}
      {accountId !== ALL_ACCOUNTS_ID && (hasFiles || isFiles) && (
        <PageLine {...props} to="/files" name={t("shell.files")} icon="clip" isPage={isFiles} />
      )}
      {(hasNewsletters || isNewsletters) && (
        <PageLine
          {...props}
          to="/newsletters"
          name={t("shell.newsletters")}
          icon={lateIcons.newspaper}
          isPage={isNewsletters}
        />
      )}
      {(hasCards || isContacts) && (
        <PageLine {...props} to="/contacts" name={t("shell.contacts")} icon={lateIcons.user} isPage={isContacts} />
      )}
    </>
  );
}
