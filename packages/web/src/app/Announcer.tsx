import { useTranslation } from "react-i18next";
import { useAnnouncement } from "../store/index.ts";

/** Says politely, to screen readers alone, what others see happen in the list. */
export function Announcer() {
  const { t } = useTranslation();
  const announcement = useAnnouncement();
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A node of its own each time: the same words, said once more, are news too. */}
      {announcement && <p key={announcement.id}>{t(announcement.key, announcement.values)}</p>}
    </div>
  );
}
