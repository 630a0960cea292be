import {
  applyPatch,
  emptyAfterChoices,
  MAX_NEVER_OFFERED,
  MAX_SCREENED_NAME,
  MethodError,
  navigationGroups,
  PREFERENCES,
  type Id,
  type Preferences,
  SetFailure,
  undoSendChoices,
} from "@pismo/jmap";
import { isMailboxName } from "../../store/mail/mailbox-rules.ts";
import { allDefaults, getAllPreferences, updatePreferences } from "../../store/mail/preferences.ts";
import { endScreening, startScreening } from "../../store/screening/screening.ts";
import { switchFilter } from "../../store/spam/spam-filter.ts";
import { forgetStays } from "../../store/sweep/folder-stays.ts";
import { boolean, type Check, checkArguments, isTrue, list, mapOf, nullable, oneOf, utcDate } from "../checks.ts";
import type { Method } from "../context.ts";
import type { Transactor } from "../../store/db/store.ts";
import { notificationRules } from "./notification-rules.ts";
import { assertRecord, oneByOne, setShape, standardSet } from "../standard/set.ts";

/** RFC 5321 §4.5.3.1: 64 octets, the sign and 255; written in letters that may take several. */
const MAX_ADDRESS = 320;

const address: Check = (value, name) => {
  if (typeof value !== "string" || !value.includes("@") || value.length > MAX_ADDRESS)
    throw new MethodError("invalidArguments", `${name} is not an address`);
};

const neverOffered: Check = (value, name) => {
  mapOf(address, isTrue)(value, name);
  if (Object.keys(value as object).length > MAX_NEVER_OFFERED)
    throw new MethodError("invalidArguments", `${name} has at most ${MAX_NEVER_OFFERED} addresses`);
};

const foldedGroups: Check = (value, name) => {
  list(oneOf(...navigationGroups))(value, name);
  if (new Set(value as string[]).size < (value as string[]).length)
    throw new MethodError("invalidArguments", `${name} has a group twice`);
};

const screenedName: Check = (value, name) => {
  if (typeof value !== "string" || !isMailboxName(value) || value.length > MAX_SCREENED_NAME)
    throw new MethodError("invalidArguments", `${name} is no name of a mailbox`);
};

const settable: Record<keyof Omit<Preferences, "id">, Check> = {
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
  neverOffered,
  wantsReceipts: boolean,
  takesAnyFile: boolean,
  foldedGroups,
  notifications: nullable(notificationRules),
  emptyTrashAfterDays: nullable(oneOf(...emptyAfterChoices)),
  emptySpamAfterDays: nullable(oneOf(...emptyAfterChoices)),
  showsFacts: boolean,
  showsDeadlines: boolean,
  deadlinesHiddenUntil: nullable(utcDate),
  screensInto: nullable(screenedName),
  findsSpam: boolean,
};

const singleton = (): never => {
  throw new SetFailure({
    type: "singleton",
    description: "The preferences of an account are one object, and it stays",
  });
};

type Screens = Pick<Preferences, "screensInto">;

/** Of first-time senders, those that write from now on. */
async function screen(tx: Transactor, accountId: Id, { screensInto: before }: Screens, { screensInto: name }: Screens) {
  if (name === null) await endScreening(tx, accountId);
  else if (before === null) await startScreening(tx, accountId, name, Date.now());
}

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
            const before: Preferences = { id: "singleton", ...(await getAllPreferences(tx, args.accountId)) };
            const { id, ...after } = applyPatch(before, patch, allDefaults);
            assertRecord(id === "singleton" ? after : { ...after, id }, settable);
            await updatePreferences(tx, args.accountId, after);
            await screen(tx, args.accountId, before, after);
            if (after.findsSpam !== before.findsSpam)
              await switchFilter(tx, args.accountId, after.findsSpam, Date.now());
            // The days count from the choice on, and a job that has begun with the former one finds nothing.
            if (after.emptyTrashAfterDays !== before.emptyTrashAfterDays)
              await forgetStays(tx, args.accountId, "trash");
            if (after.emptySpamAfterDays !== before.emptySpamAfterDays) await forgetStays(tx, args.accountId, "junk");
            return null;
          },
        },
        call,
      ),
    ),
};
