import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useBack } from "../../mail-ui/use-back.ts";
import { currentList, folderName, getEmailRow, useMailboxes } from "../../store/index.ts";

export interface Ways {
  /** The folder that the Email is read in, as in the address. */
  folder: string;
  /** To another Email; replaces this one in the history. */
  toEmail(id: Id): void;
  /** To the list, scrolled to where it was left. */
  toList(): void;
}

/** Where one can go from an Email. @param mailboxIds of the Email, for one that was opened by its address */
export function useWays(mailboxIds: Readonly<Record<Id, true>> | undefined): Ways {
  const navigate = useNavigate();
  // They may come after the Email.
  const mailboxes = useMailboxes();
  const folder = useMemo(() => {
    const mailbox = mailboxes.find(({ id }) => id in (mailboxIds ?? {}));
    return currentList()?.query.folder ?? (mailbox ? folderName(mailbox) : "inbox");
  }, [mailboxes, mailboxIds]);
  const toList = useBack(folder);
  return useMemo(
    () => ({
      folder,
      toEmail(id) {
        const subject = getEmailRow(id)?.subject?.trim() ?? "";
        void navigate(`/email/${id}?title=${encodeURIComponent(subject)}`, { replace: true });
      },
      toList,
    }),
    [navigate, folder, toList],
  );
}
