import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/outbox.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { followOutbox, useOutbox } from "../../../store/submissions/outbox.ts";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { type NavLinesProps, PageLine } from "../PageLine.tsx";
import { Coming } from "../../../ui/lazy/Coming.tsx";

addTexts(texts);

/** The way to Emails that have not arrived, while there are any. */
export function OutboxLine(props: NavLinesProps) {
  const { t } = useTranslation();
  const isPage = useLocation().pathname === "/outbox";
  const { entries, hasFailed } = useOutbox();
  useEffect(followOutbox, []);
  const count = entries?.length ?? 0;
  if (count === 0 && !isPage) return !entries && !hasFailed && <Coming />;
  return (
    <PageLine
      {...props}
      to="/outbox"
      name={t("shell.outbox")}
      icon={lateIcons.upload}
      isPage={isPage}
      count={{ count, text: t("outbox.count", { count }) }}
      isUnread={count > 0}
    />
  );
}
