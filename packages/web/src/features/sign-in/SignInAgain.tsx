import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/sign-in.ts";
import { useOpensByLink } from "../../store/index.ts";
import styles from "./SignIn.module.css";
import { WayIn } from "./WayIn.tsx";

addTexts(texts);

/** A session that ends while one works: the sign-in replaces the page, and an Email that is being written stays. */
export function SignInAgain() {
  const { t } = useTranslation();
  const opensByLink = useOpensByLink();
  return (
    <div className={styles.again}>
      <section className={styles.card}>
        <h1 className={styles.title}>{t(opensByLink ? "signIn.link.title" : "signIn.again")}</h1>
        {!opensByLink && <p className={styles.text}>{t("signIn.againText")}</p>}
        <WayIn />
      </section>
    </div>
  );
}
