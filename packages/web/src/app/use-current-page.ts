import { ALL_ACCOUNTS_ID, type Id, SNOOZED_ROLE } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useLocation, useParams, useSearchParams } from "react-router";
import {
  ALL_MAIL,
  currentList,
  folderName,
  fullName,
  getMailbox,
  isSpecialFolder,
  useAccount,
  useEmailRow,
  useLabels,
  useMailbox,
} from "../store/index.ts";

export interface CurrentPage {
  /** The folder whose list is shown, or which holds the Email that is shown; as in the URL. */
  folder: string;
  /** The Email that is shown. */
  emailId: Id | undefined;
  /** A list of Emails, which can be searched and filtered. */
  isList: boolean;
  /** Of the tab. */
  title: string;
}

/** What the URL shows. */
export function useCurrentPage(): CurrentPage {
  const { t } = useTranslation();
  const { folder: shown, emailId } = useParams();
  const [params] = useSearchParams();
  const row = useEmailRow(emailId);
  const [, first] = useLocation().pathname.split("/");
  const folder = shown ?? currentList()?.query.folder ?? folderOfMailboxes(Object.keys(row?.mailboxIds ?? {}));
  const known = useMailbox(folder);
  const isTogether = useAccount().accountId === ALL_ACCOUNTS_ID;
  const label = useLabels().find(({ id }) => id === params.get("label"));
  if (isPlainPage(first)) return { folder: first, emailId, isList: false, title: t(`shell.${first}`) };
  const ofAccount = (name: string): string => (isTogether ? `${name} – ${t("shell.allAccounts")}` : name);
  if (first === "files") return { folder: first, emailId, isList: false, title: ofAccount(t("shell.files")) };
  if (first === "settings") return { folder: first, emailId, isList: false, title: t("shell.accounts.mailSettings") };
  const subject = row?.subject ?? params.get("title") ?? "";
  const name = label
    ? label.name
    : isSpecialFolder(folder)
      ? t(`shell.${folder}`)
      : folder === ALL_MAIL
        ? t("shell.allMail")
        : isSnoozed(known)
          ? t("shell.snoozed")
          : nameOf(known);
  const title = emailId ? subject : ofAccount(name);
  return { folder, emailId, isList: emailId === undefined && !params.has("title"), title };
}

const plainPages = ["outbox", "scheduled", "snoozed", "contacts", "newsletters"] as const;
const isPlainPage = (name: string | undefined): name is (typeof plainPages)[number] =>
  (plainPages as readonly (string | undefined)[]).includes(name);

function folderOfMailboxes(ids: readonly Id[]): string {
  const mailbox = ids.map(getMailbox).find((one) => one !== undefined);
  return mailbox ? folderName(mailbox) : "inbox";
}

const isSnoozed = (folder: ReturnType<typeof useMailbox>): boolean =>
  folder?.kind === "mailbox" && folder.mailbox.role === SNOOZED_ROLE;

const nameOf = (folder: ReturnType<typeof useMailbox>): string =>
  folder?.kind === "mailbox" ? fullName(folder.mailbox, []) : "";
