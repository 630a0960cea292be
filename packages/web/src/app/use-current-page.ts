import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useLocation, useParams, useSearchParams } from "react-router";
import {
  currentList,
  folderName,
  fullName,
  getMailbox,
  isSpecialFolder,
  useEmailRow,
  useMailbox,
} from "../store/index.ts";

export interface CurrentPage {
  /** The folder whose list is shown, or which holds the Email that is shown; as in the URL. */
  folder: string;
  /** The Email that is shown. */
  emailId: Id | undefined;
  /** Of the tab. */
  title: string;
}

/** What the URL shows. */
export function useCurrentPage(): CurrentPage {
  const { t } = useTranslation();
  const { folder: shown, emailId } = useParams();
  const [params] = useSearchParams();
  const row = useEmailRow(emailId);
  const isOutbox = useLocation().pathname === "/outbox";
  const folder = shown ?? currentList()?.query.folder ?? folderOfMailboxes(Object.keys(row?.mailboxIds ?? {}));
  const known = useMailbox(folder);
  if (isOutbox) return { folder: "outbox", emailId, title: t("shell.outbox") };
  const subject = row?.subject ?? params.get("title") ?? "";
  return { folder, emailId, title: emailId ? subject : isSpecialFolder(folder) ? t(`shell.${folder}`) : nameOf(known) };
}

function folderOfMailboxes(ids: readonly Id[]): string {
  const mailbox = ids.map(getMailbox).find((one) => one !== undefined);
  return mailbox ? folderName(mailbox) : "inbox";
}

const nameOf = (folder: ReturnType<typeof useMailbox>): string =>
  folder?.kind === "mailbox" ? fullName(folder.mailbox, []) : "";
