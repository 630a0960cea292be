import { allAccounts as en } from "../en/all-accounts.ts";
import { allAccounts as ru } from "../ru/all-accounts.ts";

export const texts = { ru: { allAccounts: ru }, en: { allAccounts: en } };
