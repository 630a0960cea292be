/** Texts of the sign-in, which nobody needs who is in: they come with the modules that show them. */
import { useTranslation } from "react-i18next";
import { signIn as english } from "./en/sign-in.ts";
import { i18n } from "./index.ts";
import { signIn as russian } from "./ru/sign-in.ts";

i18n.addResourceBundle("ru", "translation", { signIn: russian }, true);
i18n.addResourceBundle("en", "translation", { signIn: english }, true);

/** useTranslation, with these texts in place. */
export const useSignInTexts = (): ReturnType<typeof useTranslation> => useTranslation();
