import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { dateInText } from "../../../i18n/dates.ts";
import { useSnoozedUntil } from "../../../store/snooze/snoozed-until.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** Of a snoozed letter: when it comes back, or that it did where no server puts it back. */
export function SnoozedUntil({ id, className }: { id: Id; className: string | undefined }) {
  const until = useSnoozedUntil(id);
  if (!until) return null;
  return (
    <span className={className}>
      <Icon icon={lateIcons.clock} size={14} />
      <Words until={until} />
    </span>
  );
}

function Words({ until }: { until: Date }) {
  const { t } = useTranslation();
  return useRunningDateText(until, (date) =>
    date.getTime() > Date.now() ? t("snooze.until", { date: dateInText(date) }) : t("snooze.returned"),
  );
}
