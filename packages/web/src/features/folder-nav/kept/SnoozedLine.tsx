import { SNOOZED_ROLE } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useFolderCounts, useMailboxes } from "../../../store/index.ts";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { type NavLinesProps, PageLine } from "../PageLine.tsx";

/** The way to the letters that come back later, while there are any. */
export function SnoozedLine(props: NavLinesProps) {
  const { t } = useTranslation();
  const { folder } = useParams();
  const counts = useFolderCounts();
  const id = useMailboxes().find(({ role }) => role === SNOOZED_ROLE)?.id;
  if (id === undefined) return null;
  const count = counts[id]?.total ?? 0;
  const isPage = folder === id;
  if (count === 0 && !isPage) return null;
  return (
    <PageLine
      {...props}
      to={`/${id}?letters=all`}
      name={t("shell.snoozed")}
      icon={lateIcons.clock}
      isPage={isPage}
      count={{ count, text: t("shell.inFolder", { count }) }}
    />
  );
}
