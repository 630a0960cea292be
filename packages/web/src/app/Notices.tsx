import { useTranslation } from "react-i18next";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts as composeTexts } from "../i18n/lazy/compose.ts";
import { texts } from "../i18n/lazy/notices.ts";
import { dismissNotice, holdNotice, type Notice, resumeNotice, useNotices } from "../store/index.ts";
import { openDialog } from "../ui/keyboard/keys-taken.ts";
import { Toast, ToastRegion } from "../ui/Toast.tsx";
import { visibleText } from "../ui/visible-text.ts";

addTexts(texts);
addTexts(composeTexts);

/** The button that was pressed goes with its toast: the focus goes back to what the toast was about. */
function close(id: number): void {
  const page = document.querySelector<HTMLElement>('main [data-letter][tabindex="0"], main article');
  if (!document.querySelector(openDialog)) {
    (page ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }
  dismissNotice(id);
}

/** Names of folders, subjects and files in a notice come from outside. */
const shown = (values: Notice["values"] = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? visibleText(value) : value]),
  );

/** The store's notices as toasts. */
export function Notices() {
  const { t } = useTranslation();
  const notices = useNotices();
  const actionOf = ({ id, undo, cancel, action }: Notice) => {
    const act = undo ?? cancel ?? action?.perform;
    return (
      act && {
        label: t(undo ? "shell.undo" : cancel ? "shell.cancel" : (action?.key ?? "")),
        onClick: () => {
          act();
          close(id);
        },
      }
    );
  };
  return (
    <ToastRegion label={t("shell.notices")}>
      {notices.map((notice) => (
        <Toast
          key={notice.id}
          tone={notice.tone}
          progress={notice.progress}
          action={actionOf(notice)}
          dismissLabel={t("shell.dismiss")}
          onDismiss={() => close(notice.id)}
          onHold={() => holdNotice(notice.id)}
          onRelease={() => resumeNotice(notice.id)}
        >
          {t(notice.key, shown(notice.values))}
        </Toast>
      ))}
    </ToastRegion>
  );
}
