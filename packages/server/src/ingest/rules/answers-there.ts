import type { Id } from "@pismo/jmap";
import { answersPeople } from "../../sieve/sendings.ts";
import type { Reader } from "../../store/db/store.ts";
import { answeringScripts } from "../../store/rules/server-scripts.ts";

/** Whether the mail server runs a script that answers people who write: it is the one that does, then. */
export const answersAtServer = async (reader: Reader, accountId: Id): Promise<boolean> =>
  (await answeringScripts(reader, accountId)).some(answersPeople);
