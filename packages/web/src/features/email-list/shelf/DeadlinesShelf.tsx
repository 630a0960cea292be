import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/deadlines.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { followDeadlines, loadDeadlines, type ShownDeadline, useDeadlines } from "../../../store/facts/deadlines.ts";
import { setFactSettings } from "../../../store/facts/fact-settings.ts";
import { notify, useAccount } from "../../../store/index.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import { lineText, whenText } from "./deadline-text.ts";
import { BarRoom } from "../bars/BarRoom.tsx";
import { ShelfSection } from "./ShelfSection.tsx";

addTexts(texts);

const listParts = partsOnDemand(() => import("./DeadlineList.tsx"));

const WEEK_MS = 7 * 86_400_000;

/** Above the inbox: what letters say is to be done within seven days. One line, which opens to a list. */
export function DeadlinesShelf() {
  const { accountId, entries } = useDeadlines();
  const shown = useAccount().accountId;
  useEffect(followDeadlines, []);
  if (accountId !== shown || !entries) return <BarRoom bar="deadlines" />;
  if (entries.length === 0) return null;
  return <Shelf key={accountId} entries={entries} />;
}

function Shelf({ entries }: { entries: readonly ShownDeadline[] }) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const [isWanted, setWanted] = useState(false);
  const parts = listParts.use(isWanted);
  const hide = (deadlinesHiddenUntil: string | null): void => {
    setFactSettings(accountId, { deadlinesHiddenUntil }).then(
      () => {
        loadDeadlines();
        if (deadlinesHiddenUntil !== null) notify({ key: "deadlines.isHidden", undo: () => hide(null) });
      },
      () => notify({ key: "deadlines.notHidden", tone: "error" }),
    );
  };
  return (
    <ShelfSection
      bar="deadlines"
      label={t("deadlines.label")}
      icon={lateIcons.clock}
      title={t("deadlines.week", { count: entries.length })}
      next={<Next entry={entries[0]!} />}
      end={
        <IconButton
          icon="close"
          iconSize={16}
          label={t("deadlines.hide")}
          onClick={() => hide(new Date(Date.now() + WEEK_MS).toISOString().replace(/\.\d+/, ""))}
        />
      }
      onWanted={() => setWanted(true)}
    >
      {(listId) => parts && <parts.DeadlineList id={listId} entries={entries} />}
    </ShelfSection>
  );
}

/** The first of them. */
function Next({ entry }: { entry: ShownDeadline }) {
  const { t } = useTranslation();
  // It stays true over midnight.
  const when = useRunningDateText(new Date(0), () => whenText(entry, currentLanguage(), t));
  return t("deadlines.next", { when, what: lineText(entry, t) });
}
