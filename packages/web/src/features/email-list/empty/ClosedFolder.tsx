import { useTranslation } from "react-i18next";
import { useMailboxes } from "../../../store/index.ts";
import { EmptyList } from "./EmptyList.tsx";

/** A folder that may not be read is not called empty. @param folder as addresses have it */
export function ClosedFolder({ folder }: { folder: string }) {
  const { t } = useTranslation();
  const holdsFolders = useMailboxes().some(({ parentId }) => parentId === folder);
  return (
    <EmptyList
      isFiltered={false}
      wasEmptied={false}
      title={t(holdsFolders ? "list.holdsFolders" : "list.closed")}
      {...(!holdsFolders && { hint: t("list.closedHint") })}
    />
  );
}
