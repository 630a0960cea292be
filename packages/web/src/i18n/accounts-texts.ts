import { folderRoles as enRoles } from "./en/folder-roles.ts";
import { mirror as enMirror } from "./en/mirror.ts";
import { sessions as enSessions } from "./en/sessions.ts";
import { signature as enSignature } from "./en/signature.ts";
import { folderRoles as ruRoles } from "./ru/folder-roles.ts";
import { mirror as ruMirror } from "./ru/mirror.ts";
import { sessions as ruSessions } from "./ru/sessions.ts";
import { signature as ruSignature } from "./ru/signature.ts";

export const texts = {
  ru: { mirror: ruMirror, sessions: ruSessions, folderRoles: ruRoles, signature: ruSignature },
  en: { mirror: enMirror, sessions: enSessions, folderRoles: enRoles, signature: enSignature },
};
