import { type Id, MANY_TO_COME, type MirrorStatus } from "@pismo/jmap";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { texts } from "../../../i18n/lazy/accounts.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import { barText } from "../../../mail-ui/mirror-words.ts";
import { announce } from "../../../store/index.ts";
import { loadMirrors, useMirror, useMirrorsAsked } from "../../../store/records/mirrors.ts";
import { BarRoom } from "./BarRoom.tsx";
import styles from "./MirrorBar.module.css";

addTexts(texts);

const leftOf = ({ emailsDone, emailsTotal }: MirrorStatus): number => emailsTotal - emailsDone;

/** Above the list while the Emails of an account come from its mail server: how far that is, and that one can go on. */
export function MirrorBar({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const status = useMirror(accountId);
  const isAsked = useMirrorsAsked();
  const [isComing, setIsComing] = useState(false);
  useEffect(loadMirrors, []);
  const left = status ? leftOf(status) : 0;
  if (isComing ? left === 0 : left >= MANY_TO_COME) setIsComing(!isComing);
  const total = status?.emailsTotal ?? 0;
  // At the beginning and at the end, and not at every step.
  const wasComing = useRef(false);
  useEffect(() => {
    if (isComing === wasComing.current) return;
    wasComing.current = isComing;
    if (isComing) announce("mirror.coming", { total: formatNumber(total) });
    else announce("mirror.allHere");
  }, [isComing, total]);
  if (!status) return !isAsked && <BarRoom bar="mirror" />;
  const text = barText(status, isComing, t);
  if (text === undefined) return null;
  return (
    <div className={styles.bar} data-bar="mirror">
      <p className={styles.words}>{text}</p>
      {isComing && (
        <div className={styles.track} aria-hidden="true">
          <div className={styles.done} style={{ width: `${(100 * status.emailsDone) / total}%` }} />
        </div>
      )}
    </div>
  );
}
