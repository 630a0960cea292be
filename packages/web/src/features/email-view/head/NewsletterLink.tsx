import { NEWSLETTERS } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type FullEmail, useAccount } from "../../../store/index.ts";
import { useSessionState } from "../../../store/session/session.ts";
import { hasCapability } from "../../../store/session/has-capability.ts";
import { useCaution } from "../safety/use-caution.ts";
import styles from "./Unsubscribe.module.css";

/** From a list's letter to what is known of the list. Letters of Spam do not count there. */
export function NewsletterLink({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const isOffered = useSessionState(({ session }) => hasCapability(session, accountId, NEWSLETTERS));
  const caution = useCaution(email);
  const isOfList = email["header:List-Id:asText"] != null || email["header:List-Unsubscribe:asURLs"] != null;
  if (!isOffered || !isOfList || caution) return null;
  return (
    <Link className={styles.link} to={`/newsletters?email=${email.id}`}>
      {t("reading.newsletter")}
    </Link>
  );
}
