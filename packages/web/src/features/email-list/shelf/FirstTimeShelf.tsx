import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/screening.ts";
import { useAccount } from "../../../store/index.ts";
import {
  type FirstTimeSender,
  followFirstTimeSenders,
  useFirstTimeSenders,
} from "../../../store/screening/first-time-senders.ts";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { BarRoom } from "../bars/BarRoom.tsx";
import { ShelfSection } from "./ShelfSection.tsx";

addTexts(texts);

const listParts = partsOnDemand(() => import("./FirstTimeList.tsx"));

/** Above the inbox: who wrote for the first time and waits to be let in. One line, which opens to a list. */
export function FirstTimeShelf() {
  const { accountId, senders, total } = useFirstTimeSenders();
  const shown = useAccount().accountId;
  useEffect(followFirstTimeSenders, []);
  if (accountId !== shown || !senders) return <BarRoom bar="firstTime" />;
  if (senders.length === 0) return null;
  return <Shelf key={accountId} senders={senders} total={total} />;
}

function Shelf({ senders, total }: { senders: readonly FirstTimeSender[]; total: number }) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  const parts = listParts.use(isWanted);
  const { name, address } = senders[0]!;
  return (
    <ShelfSection
      bar="firstTime"
      label={t("screening.label")}
      icon={lateIcons.userPlus}
      title={t("screening.line", { count: total })}
      next={visibleText(name?.trim() || address)}
      onWanted={() => setWanted(true)}
    >
      {(listId) => parts && <parts.FirstTimeList id={listId} senders={senders} total={total} />}
    </ShelfSection>
  );
}
