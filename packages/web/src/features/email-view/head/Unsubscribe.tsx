import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { UnsubscribeDialog } from "../../../mail-ui/unsubscribe/UnsubscribeDialog.tsx";
import { unsubscribeWays } from "../../../mail-ui/unsubscribe/unsubscribe-ways.ts";
import { useCaution } from "../safety/use-caution.ts";
import styles from "./Unsubscribe.module.css";

/** Beside the sender of a list's Email: the way out of it. Of Spam there is none, which would tell that one reads it. */
export function Unsubscribe({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const urls = email["header:List-Unsubscribe:asURLs"] as string[] | null | undefined;
  const { message, page } = unsubscribeWays(urls);
  const caution = useCaution(email);
  const [isOpen, setOpen] = useState(false);
  if (caution || (!message && page === undefined)) return null;
  return (
    <>
      <Button variant="quiet" className={styles.button ?? ""} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("reading.unsubscribe.unsubscribe")}
      </Button>
      {isOpen && <UnsubscribeDialog emailId={email.id} message={message} page={page} onClose={() => setOpen(false)} />}
    </>
  );
}
