import { signIn as english } from "../en/sign-in.ts";
import { signIn as russian } from "../ru/sign-in.ts";

export const texts = { ru: { signIn: russian }, en: { signIn: english } };
