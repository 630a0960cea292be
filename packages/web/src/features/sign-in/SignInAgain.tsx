import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/add-texts.ts";
import { texts } from "../../i18n/sign-in-texts.ts";
import { useSignInWith } from "../../store/index.ts";
import { ProviderEntrances } from "./ProviderEntrances.tsx";
import { SignInForm, type SignInFormProps } from "./SignInForm.tsx";
import styles from "./SignIn.module.css";

addTexts(texts);

/** A session that ends while one works: the sign-in comes in the page's place, and a letter that is being written stays. */
export function SignInAgain({ path }: SignInFormProps) {
  const { t } = useTranslation();
  const signInWith = useSignInWith();
  return (
    <div className={styles.again}>
      <section className={styles.card}>
        <h1 className={styles.title}>{t("signIn.again")}</h1>
        <p className={styles.text}>{t("signIn.againText")}</p>
        {signInWith ? <ProviderEntrances {...signInWith} /> : <SignInForm path={path} />}
      </section>
    </div>
  );
}
