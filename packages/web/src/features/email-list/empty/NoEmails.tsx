import type { ReactNode } from "react";
import { type ListQuery, useAccount, useIsMirrored, useMailbox } from "../../../store/index.ts";
import { ClosedFolder } from "./ClosedFolder.tsx";
import { EmptyList } from "./EmptyList.tsx";
import { MirroredEmptyList } from "./MirroredEmptyList.tsx";

interface NoEmailsProps {
  query: ListQuery;
  isFiltered: boolean;
  wasEmptied: boolean;
  children?: ReactNode;
}

/** Stands in the place of a list without Emails, and says why there are none. */
export function NoEmails({ query: { folder }, ...props }: NoEmailsProps) {
  const shown = useMailbox(folder);
  const isMirrored = useIsMirrored(useAccount().accountId);
  if (shown?.kind === "mailbox" && !shown.mailbox.myRights.mayReadItems) return <ClosedFolder folder={folder} />;
  return isMirrored ? <MirroredEmptyList {...props} /> : <EmptyList {...props} />;
}
