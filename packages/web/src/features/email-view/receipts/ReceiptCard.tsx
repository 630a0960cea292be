import type { Mdn } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/receipts.ts";
import type { FullEmail } from "../../../store/index.ts";
import { readReceipt } from "../../../store/submissions/receipts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./Receipts.module.css";

addTexts(texts);

/** Who says so: "rfc822; anna@mail.example" */
const recipientOf = ({ finalRecipient }: Mdn): string => finalRecipient?.replace(/^[^;]*;\s*/, "") ?? "";

/** Above a receipt: what became of which letter, in words. */
export function ReceiptCard({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const [receipt, setReceipt] = useState<Awaited<ReturnType<typeof readReceipt>>>();
  useEffect(() => {
    let isOver = false;
    readReceipt(email).then(
      (found) => !isOver && setReceipt(found),
      // The letter says the same in its text.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a letter
  }, [email.id]);
  if (!receipt) return null;
  const { disposition, forEmailId, subjectOfEmail = "" } = receipt;
  const name = visibleText(email.from?.[0]?.name?.trim() || recipientOf(receipt) || (email.from?.[0]?.email ?? ""));
  const subject = visibleText(subjectOfEmail.trim()) || t("receipts.noSubject");
  return (
    <section className={styles.receipt} aria-label={t("receipts.cardLabel")}>
      <p>{t(`receipts.came.${disposition.type}`, { name })}</p>
      {forEmailId && (
        <p>
          <Link to={`/email/${forEmailId}?title=${encodeURIComponent(subjectOfEmail)}`}>{subject}</Link>
        </p>
      )}
      <p className={styles.more}>{t("receipts.meaning")}</p>
    </section>
  );
}
