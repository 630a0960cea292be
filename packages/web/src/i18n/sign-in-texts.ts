/** Texts of the sign-in, which nobody needs who is in: they come with the modules that show them. */
import { useTranslation } from "react-i18next";
import { addTexts } from "./add-texts.ts";
import { signIn as english } from "./en/sign-in.ts";
import { signIn as russian } from "./ru/sign-in.ts";

export const texts = addTexts({ ru: { signIn: russian }, en: { signIn: english } });

/** useTranslation, with these texts in place. */
export const useSignInTexts = (): ReturnType<typeof useTranslation> => useTranslation();
