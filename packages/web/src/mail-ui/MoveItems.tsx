import { Suspense, useMemo } from "react";
import { moveTo } from "../actions/index.ts";
import { folderName, fullNames, useAccounts, useMailboxes } from "../store/index.ts";
import { lazyPart } from "../ui/lazy/fetch-code.ts";
import { visibleText } from "../ui/visible-text.ts";
import { FolderItems } from "./FolderItems.tsx";
import type { MoveItemsProps } from "./OtherAccountItems.tsx";

const OtherAccountItems = lazyPart(() => import("./OtherAccountItems.tsx"), "OtherAccountItems");

/** Menu items to move Emails into: every folder but the one that is shown, then the folders of other accounts. */
export function MoveItems({ context, onMoved }: MoveItemsProps) {
  const mailboxes = useMailboxes();
  const hasOthers = useAccounts().length > 1;
  const targets = mailboxes.filter((mailbox) => folderName(mailbox) !== context.folder && mailbox.myRights.mayAddItems);
  const nameOf = useMemo(() => fullNames(mailboxes), [mailboxes]);
  return (
    <>
      <FolderItems
        targets={targets}
        nameOf={(mailbox) => visibleText(nameOf(mailbox))}
        onChoose={({ id }) => {
          void moveTo(context, id);
          onMoved?.();
        }}
      />
      {hasOthers && (
        <Suspense fallback={null}>
          <OtherAccountItems context={context} {...(onMoved && { onMoved })} />
        </Suspense>
      )}
    </>
  );
}
