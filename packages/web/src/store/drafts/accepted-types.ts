/** Which files may be attached: what the server says, or any, where it lets the person choose that. */
import { ATTACHMENTS, type AttachmentsCapability } from "@pismo/jmap";
import { preferencesOf } from "../records/preferences.ts";
import { type AccountInfo, getSession } from "../session/session.ts";

const capability = (): Partial<AttachmentsCapability> => getSession()?.capabilities[ATTACHMENTS] ?? {};

/** Whether the person may choose any file under "Writing". */
export const mayWiden = (): boolean => capability().mayWiden === true;

/** Whether that is a choice at all: the server may take any file as it is. */
export const canWiden = (): boolean => mayWiden() && capability().acceptedExtensions !== null;

/** Ends of names in lower case; null: any. */
export const acceptedTypes = ({ accountId, attachmentTypes }: AccountInfo): readonly string[] | null =>
  mayWiden() && preferencesOf(accountId).takesAnyFile ? null : attachmentTypes;
