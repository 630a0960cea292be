/** The methods that the merged account has; all others need one of its members. */
import type { MethodArgs, MethodName, MethodResult } from "@pismo/jmap";
import { emailChangesOfAll, fileChangesOfAll, threadChangesOfAll } from "./changes-methods.ts";
import { getCardsOfAll, queryCardsOfAll } from "./contact-cards.ts";
import { parseEmailsOfAll } from "./email-parse.ts";
import { emailQueryChangesOfAll } from "./email-query-changes.ts";
import { queryEmailsOfAll } from "./email-query.ts";
import { setEmailsOfAll } from "./email-set.ts";
import { getTransfersOfAll, setTransfersOfAll } from "./email-transfer.ts";
import { parseFilesOfAll } from "./files/file-parse.ts";
import { queryFilesOfAll } from "./files/file-query.ts";
import {
  getCategoriesOfAll,
  getEmailsOfAll,
  getFilesOfAll,
  getOneClickOfAll,
  getSnippetsOfAll,
  getThreadsOfAll,
  getTrustOfAll,
} from "./get-methods.ts";
import { getMailboxesOfAll, mailboxChangesOfAll, queryMailboxesOfAll } from "./mailbox-methods.ts";
import type { MergedCall } from "./members.ts";
import { getNewslettersOfAll, queryNewslettersOfAll } from "./newsletters.ts";
import { getPreferencesOfAll, setPreferencesOfAll } from "./preferences.ts";
import { setTrustOfAll, signImagesOfAll, unsubscribeOfAll } from "./own-methods.ts";

type MergedMethod<N extends MethodName> = (args: MethodArgs<N>, call: MergedCall) => Promise<MethodResult<N>>;

export const mergedRegistry: { readonly [N in MethodName]?: MergedMethod<N> } = {
  "Mailbox/get": getMailboxesOfAll,
  "Mailbox/query": queryMailboxesOfAll,
  "Mailbox/changes": mailboxChangesOfAll,
  "Thread/get": getThreadsOfAll,
  "Thread/changes": threadChangesOfAll,
  "Email/get": getEmailsOfAll,
  "Email/changes": emailChangesOfAll,
  "Email/query": queryEmailsOfAll,
  "Email/queryChanges": emailQueryChangesOfAll,
  "Email/set": setEmailsOfAll,
  "Email/parse": parseEmailsOfAll,
  "File/get": getFilesOfAll,
  "File/changes": fileChangesOfAll,
  "File/query": queryFilesOfAll,
  "File/parse": parseFilesOfAll,
  "Newsletter/get": getNewslettersOfAll,
  "Newsletter/query": queryNewslettersOfAll,
  "ContactCard/get": getCardsOfAll,
  "ContactCard/query": queryCardsOfAll,
  "EmailTransfer/get": getTransfersOfAll,
  "EmailTransfer/set": setTransfersOfAll,
  "SearchSnippet/get": getSnippetsOfAll,
  "EmailCategory/get": getCategoriesOfAll,
  "SenderTrust/get": getTrustOfAll,
  "SenderTrust/set": setTrustOfAll,
  "RemoteImage/sign": signImagesOfAll,
  "OneClick/get": getOneClickOfAll,
  "OneClick/unsubscribe": unsubscribeOfAll,
  "Preferences/get": getPreferencesOfAll,
  "Preferences/set": setPreferencesOfAll,
};
