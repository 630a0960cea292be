import type { MirrorStatus } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { texts } from "../../../i18n/lazy/accounts.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { useAccount } from "../../../store/index.ts";
import { loadMirrors, useMirror } from "../../../store/records/mirrors.ts";
import { stateText } from "../../../mail-ui/mirror-words.ts";
import { EmptyList, type EmptyListProps } from "./EmptyList.tsx";
import { LoadingList } from "../LoadingList.tsx";

addTexts(texts);

/** Whether the mailbox has not been synced yet. */
const isFirstLook = ({ state, emailsTotal }: MirrorStatus): boolean =>
  (state === "connecting" || state === "syncing") && emailsTotal === 0;

/** Whether the server has Emails that are not here: any of them may belong into this list. */
const isBehind = ({ state, emailsDone, emailsTotal }: MirrorStatus): boolean =>
  state !== "upToDate" && (emailsDone < emailsTotal || emailsTotal === 0);

/** An empty list of an account whose Emails may still be on their way from its mail server: says so. */
export function MirroredEmptyList(props: EmptyListProps) {
  const { t } = useTranslation();
  const status = useMirror(useAccount().accountId);
  useEffect(loadMirrors, []);
  if (!status || isFirstLook(status)) return <LoadingList />;
  if (!isBehind(status)) return <EmptyList {...props} />;
  return <EmptyList {...props} title={t("mirror.noLettersYet")} hint={stateText(status, t)} />;
}
