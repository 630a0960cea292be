import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce, notify, useAccounts } from "../../store/index.ts";
import { dismissRefusals, followMirrors, useMirrors } from "../../store/records/mirrors.ts";
import { reasonText, troubleOf } from "../../mail-ui/mirror-words.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./AccountMenu.module.css";

const minute = 60_000;
/** What this page has said. */
const said = new Set<string>();

/** A quiet sign over the button when an account needs the person, and the notices of what a server refused. */
export function MirrorSign({ id }: { id: string }) {
  const { t } = useTranslation();
  const mirrors = useMirrors();
  const accounts = useAccounts();
  const [now, setNow] = useState(() => Date.now());
  useEffect(followMirrors, []);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    const tell = (): void => {
      if (document.visibilityState !== "visible") return;
      for (const [accountId, { refusals }] of mirrors) {
        const fresh = refusals.filter((refusal) => !said.has(`${accountId} ${refusal.id}`));
        if (fresh.length === 0) continue;
        for (const refusal of fresh) {
          said.add(`${accountId} ${refusal.id}`);
          const values = { name: refusal.name ?? t("mirror.noSubject"), reason: reasonText(refusal, t) };
          const key = refusal.type === "Email" ? "mirror.refusedLetter" : "mirror.refusedFolder";
          notify({ key, values, tone: "error", timeout: 0 });
        }
        dismissRefusals(accountId, fresh).catch(() => undefined);
      }
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [mirrors, t]);

  const troubles = accounts.flatMap(({ accountId, email }) => {
    const status = mirrors.get(accountId);
    const trouble = status && troubleOf(status, now);
    return trouble ? [{ key: `mirror.${trouble}`, account: email }] : [];
  });
  const [first] = troubles;
  const news = first && `${first.key} ${first.account}`;
  useEffect(() => {
    // Once for each trouble: what goes on is no news.
    if (first) announce(first.key, { account: first.account });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `news` is what `first` says
  }, [news]);
  if (!first) return null;
  return (
    <>
      <span className={styles.trouble} aria-hidden="true" />
      <span id={id} className="visually-hidden">
        {troubles.map(({ key, account }) => t(key, { account: visibleText(account) })).join(". ")}
      </span>
    </>
  );
}
