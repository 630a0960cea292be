import { type ScreenedSender, SCREENING } from "@pismo/jmap";
import { getScreened } from "../../store/screening/screened-senders.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = [
  "id",
  "address",
  "name",
  "subject",
  "emailId",
  "newestAt",
  "totalEmails",
  "state",
] as const satisfies (keyof ScreenedSender)[];

/** ScreenedSender/get: an extension of ours, see SCREENING. */
export const get: Method<"ScreenedSender/get"> = {
  capability: SCREENING,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<ScreenedSender>(args, call, "Email", properties, getScreened),
};
