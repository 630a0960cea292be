import * as en from "../en/account-dialogs.ts";
import { mirror as enMirror } from "../en/mirror.ts";
import * as ru from "../ru/account-dialogs.ts";
import { mirror as ruMirror } from "../ru/mirror.ts";

export const texts = { ru: { mirror: ruMirror, ...ru }, en: { mirror: enMirror, ...en } };
