import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../../i18n/dates.ts";
import { useSnoozedUntil } from "../../../store/snooze/snoozed-until.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** Of a snoozed letter: when it comes back. */
export function SnoozedUntil({ id, className }: { id: Id; className: string | undefined }) {
  const { t } = useTranslation();
  const until = useSnoozedUntil(id);
  if (!until) return null;
  return (
    <span className={className}>
      <Icon icon={lateIcons.clock} size={14} />
      {t("snooze.until", { date: dateInText(until) })}
    </span>
  );
}
