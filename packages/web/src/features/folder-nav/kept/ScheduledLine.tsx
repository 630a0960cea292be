import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/outbox.ts";
import { followScheduled, useScheduled } from "../../../store/submissions/scheduled.ts";
import { Coming } from "../../../ui/lazy/Coming.tsx";
import { type NavLinesProps, PageLine } from "../PageLine.tsx";

addTexts(texts);

/** The way to the letters that are sent later, while there are any. */
export function ScheduledLine(props: NavLinesProps) {
  const { t } = useTranslation();
  const isPage = useLocation().pathname === "/scheduled";
  const { emails } = useScheduled();
  useEffect(followScheduled, []);
  const count = emails?.length ?? 0;
  if (count === 0 && !isPage) return !emails && <Coming />;
  return (
    <PageLine
      {...props}
      to="/scheduled"
      name={t("shell.scheduled")}
      icon="calendar"
      isPage={isPage}
      count={{ count, text: t("outbox.scheduled.count", { count }) }}
    />
  );
}
