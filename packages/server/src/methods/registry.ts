/** Every method by its name. The compiler checks it against the contract: none is missing or misspelled. */
import type { MethodName } from "@pismo/jmap";
import { get as addressBookServerGet } from "./address-book-server/get.ts";
import { look as addressBookServerLook } from "./address-book-server/look.ts";
import {
  put as addressBookServerPut,
  putByProvider as addressBookServerPutByProvider,
} from "./address-book-server/put.ts";
import { remove as addressBookServerRemove } from "./address-book-server/remove.ts";
import { changes as addressBookChanges } from "./address-book/changes.ts";
import { get as addressBookGet } from "./address-book/get.ts";
import { set as addressBookSet } from "./address-book/set.ts";
import { copy as blobCopy } from "./blob/copy.ts";
import { get as blobGet } from "./blob/get.ts";
import { lookup as blobLookup } from "./blob/lookup.ts";
import { upload as blobUpload } from "./blob/upload.ts";
import { changes as contactCardChanges } from "./contact-card/changes.ts";
import { copy as contactCardCopy } from "./contact-card/copy.ts";
import { get as contactCardGet } from "./contact-card/get.ts";
import { queryChanges as contactCardQueryChanges } from "./contact-card/query-changes.ts";
import { query as contactCardQuery } from "./contact-card/query.ts";
import { set as contactCardSet } from "./contact-card/set.ts";
import type { Method } from "./context.ts";
import { arrange as conversationArrange } from "./conversation/arrange.ts";
import { echo } from "./core/echo.ts";
import { changes as submissionChanges } from "./email-submission/changes.ts";
import { get as emailCategoryGet } from "./email-category/get.ts";
import { get as emailTransferGet } from "./email-transfer/get.ts";
import { set as emailTransferSet } from "./email-transfer/set.ts";
import { get as spamFilterGet } from "./spam-filter/get.ts";
import { get as snoozeGet } from "./snooze/get.ts";
import { putMethod as snoozePut } from "./snooze/put.ts";
import { get as submissionGet } from "./email-submission/get.ts";
import { queryChanges as submissionQueryChanges } from "./email-submission/query-changes.ts";
import { query as submissionQuery } from "./email-submission/query.ts";
import { set as submissionSet } from "./email-submission/set.ts";
import { changes as emailChanges } from "./email/changes.ts";
import { copy as emailCopy } from "./email/copy.ts";
import { get as emailGet } from "./email/get.ts";
import { importEmails } from "./email/import.ts";
import { parse as emailParse } from "./email/parse.ts";
import { queryChanges as emailQueryChanges } from "./email/query-changes.ts";
import { query as emailQuery } from "./email/query.ts";
import { set as emailSet } from "./email/set.ts";
import { changes as identityChanges } from "./identity/changes.ts";
import { changes as fileChanges } from "./file/changes.ts";
import { get as screenedSenderGet } from "./screened-sender/get.ts";
import { query as screenedSenderQuery } from "./screened-sender/query.ts";
import { set as screenedSenderSet } from "./screened-sender/set.ts";
import { get as newsletterGet } from "./newsletter/get.ts";
import { query as newsletterQuery } from "./newsletter/query.ts";
import { get as fileGet } from "./file/get.ts";
import { parse as fileParse } from "./file/parse.ts";
import { query as fileQuery } from "./file/query.ts";
import { get as identityGet } from "./identity/get.ts";
import { set as identitySet } from "./identity/set.ts";
import { changes as mailboxChanges } from "./mailbox/changes.ts";
import { discover as mailServerDiscover } from "./mail-server/discover.ts";
import { get as mailServerGet } from "./mail-server/get.ts";
import { set as mailServerSet } from "./mail-server/set.ts";
import { trySenders as mailServerTrySenders } from "./mail-server/try-senders.ts";
import { get as mailboxGet } from "./mailbox/get.ts";
import { queryChanges as mailboxQueryChanges } from "./mailbox/query-changes.ts";
import { query as mailboxQuery } from "./mailbox/query.ts";
import { set as mailboxSet } from "./mailbox/set.ts";
import { dismiss as mirrorStatusDismiss } from "./mirror-status/dismiss.ts";
import { parse as mdnParse } from "./mdn/parse.ts";
import { send as mdnSend } from "./mdn/send.ts";
import { get as mirrorStatusGet } from "./mirror-status/get.ts";
import { look as mirrorStatusLook } from "./mirror-status/look.ts";
import { get as oneClickGet } from "./one-click/get.ts";
import { unsubscribe as oneClickUnsubscribe } from "./one-click/unsubscribe.ts";
import { edit as outboxEdit } from "./outbox/edit.ts";
import { get as outboxGet } from "./outbox/get.ts";
import { redirect as outboxRedirect } from "./outbox/redirect.ts";
import { retry as outboxRetry } from "./outbox/retry.ts";
import { changes as deadlineChanges } from "./deadline/changes.ts";
import { get as deadlineGet } from "./deadline/get.ts";
import { query as deadlineQuery } from "./deadline/query.ts";
import { set as deadlineSet } from "./deadline/set.ts";
import { get as emailFactGet } from "./email-fact/get.ts";
import { set as emailFactSet } from "./email-fact/set.ts";
import { changes as labelChanges } from "./label/changes.ts";
import { get as labelGet } from "./label/get.ts";
import { set as labelSet } from "./label/set.ts";
import { changes as preferencesChanges } from "./preferences/changes.ts";
import { get as preferencesGet } from "./preferences/get.ts";
import { set as preferencesSet } from "./preferences/set.ts";
import { changes as savedSearchChanges } from "./saved-search/changes.ts";
import { get as savedSearchGet } from "./saved-search/get.ts";
import { set as savedSearchSet } from "./saved-search/set.ts";
import { get as pushSubscriptionGet } from "./push-subscription/get.ts";
import { set as pushSubscriptionSet } from "./push-subscription/set.ts";
import { changes as quotaChanges } from "./quota/changes.ts";
import { get as quotaGet } from "./quota/get.ts";
import { queryChanges as quotaQueryChanges } from "./quota/query-changes.ts";
import { query as quotaQuery } from "./quota/query.ts";
import { sign as remoteImageSign } from "./remote-image/sign.ts";
import { paths as rulePaths } from "./sieve-script/paths.ts";
import { sorted as ruleSorted } from "./sieve-script/sorted.ts";
import { tryRule as ruleTry } from "./sieve-script/try.ts";
import { uses as ruleUses } from "./sieve-script/uses.ts";
import { get as sieveScriptGet } from "./sieve-script/get.ts";
import { query as sieveScriptQuery } from "./sieve-script/query.ts";
import { set as sieveScriptSet } from "./sieve-script/set.ts";
import { validate as sieveScriptValidate } from "./sieve-script/validate.ts";
import { get as searchSnippetGet } from "./search-snippet/get.ts";
import { changes as threadChanges } from "./thread/changes.ts";
import { get as senderTrustGet } from "./sender-trust/get.ts";
import { set as senderTrustSet } from "./sender-trust/set.ts";
import { get as threadGet } from "./thread/get.ts";
import { get as vacationGet } from "./vacation-response/get.ts";
import { set as vacationSet } from "./vacation-response/set.ts";

export const registry = {
  "Core/echo": echo,
  "Blob/copy": blobCopy,
  "Blob/upload": blobUpload,
  "Blob/get": blobGet,
  "Blob/lookup": blobLookup,
  "PushSubscription/get": pushSubscriptionGet,
  "PushSubscription/set": pushSubscriptionSet,
  "Mailbox/get": mailboxGet,
  "Mailbox/changes": mailboxChanges,
  "Mailbox/query": mailboxQuery,
  "Mailbox/queryChanges": mailboxQueryChanges,
  "Mailbox/set": mailboxSet,
  "Thread/get": threadGet,
  "Thread/changes": threadChanges,
  "Email/get": emailGet,
  "Email/changes": emailChanges,
  "Email/query": emailQuery,
  "Email/queryChanges": emailQueryChanges,
  "Email/set": emailSet,
  "Email/copy": emailCopy,
  "Email/import": importEmails,
  "Email/parse": emailParse,
  "EmailCategory/get": emailCategoryGet,
  "Conversation/arrange": conversationArrange,
  "EmailTransfer/get": emailTransferGet,
  "EmailTransfer/set": emailTransferSet,
  "EmailFact/get": emailFactGet,
  "EmailFact/set": emailFactSet,
  "Deadline/get": deadlineGet,
  "Deadline/changes": deadlineChanges,
  "Deadline/query": deadlineQuery,
  "Deadline/set": deadlineSet,
  "SpamFilter/get": spamFilterGet,
  "Snooze/get": snoozeGet,
  "Snooze/put": snoozePut,
  "SearchSnippet/get": searchSnippetGet,
  "File/get": fileGet,
  "File/changes": fileChanges,
  "File/query": fileQuery,
  "File/parse": fileParse,

  "ScreenedSender/get": screenedSenderGet,
  "ScreenedSender/query": screenedSenderQuery,
  "ScreenedSender/set": screenedSenderSet,
  "Newsletter/get": newsletterGet,
  "Newsletter/query": newsletterQuery,
  "Identity/get": identityGet,
  "Identity/changes": identityChanges,
  "Identity/set": identitySet,
  "EmailSubmission/get": submissionGet,
  "EmailSubmission/changes": submissionChanges,
  "EmailSubmission/query": submissionQuery,
  "EmailSubmission/queryChanges": submissionQueryChanges,
  "EmailSubmission/set": submissionSet,
  "MDN/send": mdnSend,
  "MDN/parse": mdnParse,
  "VacationResponse/get": vacationGet,
  "VacationResponse/set": vacationSet,
  "Preferences/get": preferencesGet,
  "Preferences/changes": preferencesChanges,
  "Preferences/set": preferencesSet,
  "Label/get": labelGet,
  "Label/changes": labelChanges,
  "Label/set": labelSet,
  "SavedSearch/get": savedSearchGet,
  "SavedSearch/changes": savedSearchChanges,
  "SavedSearch/set": savedSearchSet,
  "AddressBook/get": addressBookGet,
  "AddressBook/changes": addressBookChanges,
  "AddressBook/set": addressBookSet,
  "ContactCard/get": contactCardGet,
  "ContactCard/changes": contactCardChanges,
  "ContactCard/query": contactCardQuery,
  "ContactCard/queryChanges": contactCardQueryChanges,
  "ContactCard/set": contactCardSet,
  "ContactCard/copy": contactCardCopy,
  "SieveScript/get": sieveScriptGet,
  "SieveScript/set": sieveScriptSet,
  "SieveScript/query": sieveScriptQuery,
  "SieveScript/validate": sieveScriptValidate,
  "SieveScript/paths": rulePaths,
  "SieveScript/sorted": ruleSorted,
  "SieveScript/try": ruleTry,
  "SieveScript/uses": ruleUses,
  "Quota/get": quotaGet,
  "Quota/changes": quotaChanges,
  "Quota/query": quotaQuery,
  "Quota/queryChanges": quotaQueryChanges,
  "SenderTrust/get": senderTrustGet,
  "SenderTrust/set": senderTrustSet,
  "RemoteImage/sign": remoteImageSign,
  "OneClick/get": oneClickGet,
  "OneClick/unsubscribe": oneClickUnsubscribe,
  "MirrorStatus/get": mirrorStatusGet,
  "MirrorStatus/look": mirrorStatusLook,
  "MirrorStatus/dismiss": mirrorStatusDismiss,
  "Outbox/get": outboxGet,
  "Outbox/retry": outboxRetry,
  "Outbox/edit": outboxEdit,
  "Outbox/redirect": outboxRedirect,
  "AddressBookServer/get": addressBookServerGet,
  "AddressBookServer/put": addressBookServerPut,
  "AddressBookServer/putByProvider": addressBookServerPutByProvider,
  "AddressBookServer/remove": addressBookServerRemove,
  "AddressBookServer/look": addressBookServerLook,
  "MailServer/discover": mailServerDiscover,
  "MailServer/get": mailServerGet,
  "MailServer/set": mailServerSet,
  "MailServer/trySenders": mailServerTrySenders,
} satisfies { [N in MethodName]: Method<N> };
