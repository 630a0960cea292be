import {
  applyPatch,
  PREFERENCES,
  type Preferences,
  type PreferenceValues,
  SetFailure,
  undoSendChoices,
} from "@pismo/jmap";
import { defaultPreferences, getPreferences, updatePreferences } from "../../store/mail/preferences.ts";
import { boolean, type Check, checkArguments, oneOf } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertRecord, oneByOne, setShape, standardSet } from "../standard/set.ts";

const settable: Record<keyof PreferenceValues, Check> = {
  collapseThreads: boolean,
  newestFirst: boolean,
  undoSendSeconds: oneOf(...undoSendChoices),
  asksForFile: boolean,
  asksForSubject: boolean,
  asksForBcc: boolean,
  signatureBelowQuote: boolean,
  writesPlainText: boolean,
  asksForAddress: boolean,
  asksForGreeted: boolean,
};

const singleton = (): never => {
  throw new SetFailure({
    type: "singleton",
    description: "The preferences of an account are one object, and it stays",
  });
};

/** Preferences/set: as RFC 8620 §5.3, of one object; null is the default. */
export const set: Method<"Preferences/set"> = {
  capability: PREFERENCES,
  parse: (args) => checkArguments(setShape<Preferences>(), args),
  run: (args, call) =>
    standardSet<Preferences>(
      args,
      call,
      "Preferences",
      oneByOne(
        {
          create: singleton,
          destroy: singleton,
          async update(tx, recordId, patch) {
            if (recordId !== "singleton") throw new SetFailure({ type: "notFound" });
            const before: Preferences = { id: "singleton", ...(await getPreferences(tx, args.accountId)) };
            const { id, ...after } = applyPatch(before, patch, defaultPreferences);
            assertRecord(id === "singleton" ? after : { ...after, id }, settable);
            await updatePreferences(tx, args.accountId, after);
            return null;
          },
        },
        call,
      ),
    ),
};
