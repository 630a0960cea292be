import type { SpamFilter } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, useAccount } from "../../store/index.ts";
import { canFindSpam, loadFindsSpam, loadSpamFilter, setFindsSpam } from "../../store/screening/spam-filter.ts";
import { Switch } from "../../ui/Switch.tsx";

function useLearned(): SpamFilter | undefined {
  const { accountId } = useAccount();
  const [learned, setLearned] = useState<SpamFilter>();
  useEffect(() => {
    let isStale = false;
    loadSpamFilter(accountId).then(
      (found) => !isStale && setLearned(found),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [accountId]);
  return learned;
}

/** Whether letters that look like what the person marked as spam go there. */
export function SpamSettings() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const [isOn, setOn] = useState<boolean>();
  const learned = useLearned();
  useEffect(() => {
    let isStale = false;
    void loadFindsSpam(accountId).then((found) => !isStale && setOn(found));
    return () => {
      isStale = true;
    };
  }, [accountId]);
  const choose = (wanted: boolean): void => {
    setOn(wanted);
    setFindsSpam(accountId, wanted).then(
      () => notify({ key: "mailSettings.saved", undo: () => choose(!wanted) }),
      () => {
        setOn(!wanted);
        notify({ key: "mailSettings.failed", tone: "error" });
      },
    );
  };
  if (!canFindSpam()) return null;
  const { learnedSpam: spam = 0, learnedOther: other = 0, beginsAt = 0 } = learned ?? {};
  const hint = t("mailSettings.reading.findsSpamHint");
  return (
    <Switch
      label={t("mailSettings.reading.findsSpam")}
      hint={learned ? `${hint} ${t("mailSettings.reading.learned", { spam, other, beginsAt })}` : hint}
      checked={isOn ?? false}
      disabled={isOn === undefined}
      onChange={choose}
    />
  );
}
