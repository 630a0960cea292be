/** Every method with its arguments and result. The server's registry satisfies this table; it types the client's calls. */
import {
  ADDRESS_BOOK_SERVERS,
  type AddressBookServerDoneResult,
  type AddressBookServerGetArgs,
  type AddressBookServerGetResult,
  type AddressBookServerLookArgs,
  type AddressBookServerPutArgs,
  type AddressBookServerPutByProviderArgs,
  type AddressBookServerPutResult,
  type AddressBookServerRemoveArgs,
} from "./extensions/servers/address-book-server.ts";
import {
  BLOB,
  type BlobCopyArgs,
  type BlobCopyResult,
  type BlobData,
  type BlobGetArgs,
  type BlobLookupArgs,
  type BlobLookupResult,
  type BlobUploadArgs,
  type BlobUploadResult,
} from "./core/blob.ts";
import {
  type AddressBook,
  type AddressBookSetArgs,
  type ContactCard,
  type ContactCardCopyArgs,
  type ContactCardFilterCondition,
  CONTACTS,
} from "./contacts/contacts.ts";
import type {
  ChangesArgs,
  ChangesResult,
  CopyArgs,
  CopyResult,
  GetArgs,
  GetResult,
  QueryArgs,
  QueryChangesArgs,
  QueryChangesResult,
  QueryResult,
  SetArgs,
  SetResult,
} from "./core/core.ts";
import type {
  Email,
  EmailGetArgs,
  EmailImportArgs,
  EmailImportResult,
  EmailParseArgs,
  EmailParseResult,
  EmailQueryArgs,
  EmailQueryChangesArgs,
  SearchSnippetGetArgs,
  SearchSnippetGetResult,
  Thread,
} from "./mail/email.ts";
import {
  type ConversationArrangeArgs,
  type ConversationArrangeResult,
  CONVERSATIONS,
} from "./extensions/conversations.ts";
import {
  type Deadline,
  type DeadlineQueryArgs,
  DEADLINES,
  type EmailFactGetArgs,
  type EmailFactGetResult,
  type EmailFactSetArgs,
  type EmailFactSetResult,
} from "./extensions/facts/deadlines.ts";
import { CATEGORIES, type EmailCategoryGetArgs, type EmailCategoryGetResult } from "./extensions/email-category.ts";
import {
  EMAIL_TRANSFERS,
  type EmailTransferGetArgs,
  type EmailTransferGetResult,
  type EmailTransferSetArgs,
  type EmailTransferSetResult,
} from "./extensions/email-transfers.ts";
import {
  SNOOZE,
  type SnoozeGetArgs,
  type SnoozeGetResult,
  type SnoozePutArgs,
  type SnoozePutResult,
} from "./extensions/snooze.ts";
import type {
  EmailSubmission,
  EmailSubmissionFilterCondition,
  EmailSubmissionSetArgs,
  Identity,
  VacationResponse,
} from "./mail/submission.ts";
import { type Newsletter, type NewsletterQueryArgs, NEWSLETTERS } from "./extensions/newsletters.ts";
import { type ScreenedSender, type ScreenedSenderQueryArgs, SCREENING } from "./extensions/screening.ts";
import { type SpamFilter, SPAM_FILTER } from "./extensions/spam-filter.ts";
import { type File, type FileParseArgs, type FileParseResult, type FileQueryArgs, FILES } from "./extensions/files.ts";
import {
  MAIL_SERVERS,
  type MailServerDiscoverArgs,
  type MailServerDiscoverResult,
  type MailServerGetArgs,
  type MailServerGetResult,
  type MailServerSetArgs,
  type MailServerSetResult,
  type MailServerTrySendersArgs,
  type MailServerTrySendersResult,
} from "./extensions/servers/mail-server.ts";
import type {
  Mailbox,
  MailboxChangesResult,
  MailboxFilterCondition,
  MailboxQueryArgs,
  MailboxSetArgs,
} from "./mail/mailbox.ts";
import {
  MIRROR,
  type MirrorStatusDismissArgs,
  type MirrorStatusDoneResult,
  type MirrorStatusGetArgs,
  type MirrorStatusGetResult,
  type MirrorStatusLookArgs,
} from "./extensions/servers/mirror-status.ts";
import type { WithMembersBeingRead, WithMissingMembers } from "./extensions/all-accounts.ts";
import type { WithPartialResults } from "./extensions/partial-results.ts";
import {
  OUTBOX,
  type OutboxChangeArgs,
  type OutboxEditResult,
  type OutboxGetArgs,
  type OutboxGetResult,
  type OutboxRedirectArgs,
  type OutboxRedirectResult,
  type OutboxRetryResult,
} from "./extensions/outbox.ts";
import { type Label, LABELS } from "./extensions/labels.ts";
import { PREFERENCES, type Preferences } from "./extensions/preferences.ts";
import {
  type RulePathsArgs,
  type RulePathsResult,
  type RuleSortedArgs,
  type RuleSortedResult,
  type RuleTryArgs,
  type RuleTryResult,
  type RuleUsesArgs,
  type RuleUsesResult,
} from "./extensions/rules/rules.ts";
import { SAVED_SEARCHES, type SavedSearch } from "./extensions/saved-searches.ts";
import { MDN, type MdnParseArgs, type MdnParseResult, type MdnSendArgs, type MdnSendResult } from "./mail/mdn.ts";
import type { PushSubscription } from "./core/push.ts";
import type { NotifyingSubscription } from "./extensions/notifications.ts";
import {
  SIEVE,
  type SieveScript,
  type SieveScriptFilterCondition,
  type SieveScriptSetArgs,
  type SieveScriptValidateArgs,
  type SieveScriptValidateResult,
} from "./mail/sieve.ts";
import { QUOTA, type Quota, type QuotaChangesResult, type QuotaFilterCondition } from "./mail/quota.ts";
import {
  REMOTE_IMAGES,
  type RemoteImageSignArgs,
  type RemoteImageSignResult,
  type SenderTrustGetArgs,
  type SenderTrustGetResult,
  type SenderTrustSetArgs,
  type SenderTrustSetResult,
} from "./extensions/remote-images.ts";
import {
  type OneClickGetArgs,
  type OneClickGetResult,
  type OneClickUnsubscribeArgs,
  type OneClickUnsubscribeResult,
  UNSUBSCRIBE,
} from "./extensions/unsubscribe.ts";
import { VACATION_AUDIENCE } from "./extensions/rules/vacation-audience.ts";

export interface Methods {
  "Core/echo": { args: Record<string, unknown>; result: Record<string, unknown> };
  "Blob/copy": { args: BlobCopyArgs; result: BlobCopyResult };
  "Blob/upload": { args: BlobUploadArgs; result: BlobUploadResult };
  "Blob/get": { args: BlobGetArgs; result: GetResult<BlobData> };
  "Blob/lookup": { args: BlobLookupArgs; result: BlobLookupResult };
  "PushSubscription/get": {
    args: Omit<GetArgs, "accountId">;
    result: Omit<GetResult<Partial<PushSubscription & NotifyingSubscription>>, "accountId" | "state">;
  };
  "PushSubscription/set": {
    args: Omit<SetArgs<PushSubscription & NotifyingSubscription>, "accountId" | "ifInState">;
    result: Omit<SetResult<PushSubscription & NotifyingSubscription>, "accountId" | "oldState" | "newState">;
  };

  "Mailbox/get": { args: GetArgs; result: GetResult<Partial<Mailbox>> };
  "Mailbox/changes": { args: ChangesArgs; result: MailboxChangesResult };
  "Mailbox/query": { args: MailboxQueryArgs; result: QueryResult };
  "Mailbox/queryChanges": {
    args: QueryChangesArgs<MailboxFilterCondition> & { sortAsTree?: boolean; filterAsTree?: boolean };
    result: QueryChangesResult;
  };
  "Mailbox/set": { args: MailboxSetArgs; result: SetResult<Mailbox> };

  "Thread/get": { args: GetArgs; result: GetResult<Partial<Thread>> };
  "Thread/changes": { args: ChangesArgs; result: ChangesResult };

  "Email/get": { args: EmailGetArgs; result: GetResult<Partial<Email>> };
  "Email/changes": { args: ChangesArgs; result: ChangesResult };
  "Email/query": { args: EmailQueryArgs; result: QueryResult & WithPartialResults & WithMissingMembers };
  "Email/queryChanges": { args: EmailQueryChangesArgs; result: QueryChangesResult };
  "Email/set": { args: SetArgs<Email>; result: SetResult<Email> };
  "Email/copy": { args: CopyArgs<Email>; result: CopyResult<Email> };
  "Email/import": { args: EmailImportArgs; result: EmailImportResult };
  "Email/parse": { args: EmailParseArgs; result: EmailParseResult };
  "EmailCategory/get": { args: EmailCategoryGetArgs; result: EmailCategoryGetResult };
  "Conversation/arrange": { args: ConversationArrangeArgs; result: ConversationArrangeResult };
  "EmailTransfer/get": { args: EmailTransferGetArgs; result: EmailTransferGetResult };
  "EmailTransfer/set": { args: EmailTransferSetArgs; result: EmailTransferSetResult };
  "Snooze/get": { args: SnoozeGetArgs; result: SnoozeGetResult };
  "Snooze/put": { args: SnoozePutArgs; result: SnoozePutResult };
  "SearchSnippet/get": { args: SearchSnippetGetArgs; result: SearchSnippetGetResult };

  "File/get": { args: GetArgs; result: GetResult<Partial<File>> };
  "File/changes": { args: ChangesArgs; result: ChangesResult };
  "File/query": { args: FileQueryArgs; result: QueryResult & WithMembersBeingRead };
  "File/parse": { args: FileParseArgs; result: FileParseResult };

  "Newsletter/get": { args: GetArgs; result: GetResult<Partial<Newsletter>> };
  "SpamFilter/get": { args: GetArgs; result: GetResult<Partial<SpamFilter>> };
  "ScreenedSender/get": { args: GetArgs; result: GetResult<Partial<ScreenedSender>> };
  "ScreenedSender/query": { args: ScreenedSenderQueryArgs; result: QueryResult };
  "ScreenedSender/set": { args: SetArgs<ScreenedSender>; result: SetResult<ScreenedSender> };
  "Newsletter/query": { args: NewsletterQueryArgs; result: QueryResult };

  "Identity/get": { args: GetArgs; result: GetResult<Partial<Identity>> };
  "Identity/changes": { args: ChangesArgs; result: ChangesResult };
  "Identity/set": { args: SetArgs<Identity>; result: SetResult<Identity> };

  "EmailSubmission/get": { args: GetArgs; result: GetResult<Partial<EmailSubmission>> };
  "EmailSubmission/changes": { args: ChangesArgs; result: ChangesResult };
  "EmailSubmission/query": { args: QueryArgs<EmailSubmissionFilterCondition>; result: QueryResult };
  "EmailSubmission/queryChanges": {
    args: QueryChangesArgs<EmailSubmissionFilterCondition>;
    result: QueryChangesResult;
  };
  "EmailSubmission/set": { args: EmailSubmissionSetArgs; result: SetResult<EmailSubmission> };

  "MDN/send": { args: MdnSendArgs; result: MdnSendResult };
  "MDN/parse": { args: MdnParseArgs; result: MdnParseResult };

  "VacationResponse/get": { args: GetArgs; result: GetResult<Partial<VacationResponse>> };
  "VacationResponse/set": { args: SetArgs<VacationResponse>; result: SetResult<VacationResponse> };

  "Preferences/get": { args: GetArgs; result: GetResult<Partial<Preferences>> };
  "Preferences/changes": { args: ChangesArgs; result: ChangesResult };
  "Preferences/set": { args: SetArgs<Preferences>; result: SetResult<Preferences> };

  "Label/get": { args: GetArgs; result: GetResult<Partial<Label>> };
  "Label/changes": { args: ChangesArgs; result: ChangesResult };
  "Label/set": { args: SetArgs<Label>; result: SetResult<Label> };

  "EmailFact/get": { args: EmailFactGetArgs; result: EmailFactGetResult };
  "EmailFact/set": { args: EmailFactSetArgs; result: EmailFactSetResult };
  "Deadline/get": { args: GetArgs; result: GetResult<Partial<Deadline>> };
  "Deadline/changes": { args: ChangesArgs; result: ChangesResult };
  "Deadline/query": { args: DeadlineQueryArgs; result: QueryResult };
  "Deadline/set": { args: SetArgs<Deadline>; result: SetResult<Deadline> };
  "SavedSearch/get": { args: GetArgs; result: GetResult<Partial<SavedSearch>> };
  "SavedSearch/changes": { args: ChangesArgs; result: ChangesResult };
  "SavedSearch/set": { args: SetArgs<SavedSearch>; result: SetResult<SavedSearch> };

  "AddressBook/get": { args: GetArgs; result: GetResult<Partial<AddressBook>> };
  "AddressBook/changes": { args: ChangesArgs; result: ChangesResult };
  "AddressBook/set": { args: AddressBookSetArgs; result: SetResult<AddressBook> };

  "ContactCard/get": { args: GetArgs; result: GetResult<Partial<ContactCard>> };
  "ContactCard/changes": { args: ChangesArgs; result: ChangesResult };
  "ContactCard/query": { args: QueryArgs<ContactCardFilterCondition>; result: QueryResult & WithMissingMembers };
  "ContactCard/queryChanges": { args: QueryChangesArgs<ContactCardFilterCondition>; result: QueryChangesResult };
  "ContactCard/set": { args: SetArgs<ContactCard>; result: SetResult<ContactCard> };
  "ContactCard/copy": { args: ContactCardCopyArgs; result: CopyResult<ContactCard> };

  "SieveScript/get": { args: GetArgs; result: GetResult<Partial<SieveScript>> };
  "SieveScript/set": { args: SieveScriptSetArgs; result: SetResult<SieveScript> };
  "SieveScript/query": { args: QueryArgs<SieveScriptFilterCondition>; result: QueryResult };
  "SieveScript/validate": { args: SieveScriptValidateArgs; result: SieveScriptValidateResult };

  "SieveScript/paths": { args: RulePathsArgs; result: RulePathsResult };
  "SieveScript/sorted": { args: RuleSortedArgs; result: RuleSortedResult };
  "SieveScript/uses": { args: RuleUsesArgs; result: RuleUsesResult };
  "SieveScript/try": { args: RuleTryArgs; result: RuleTryResult };

  "Quota/get": { args: GetArgs; result: GetResult<Partial<Quota>> };
  "Quota/changes": { args: ChangesArgs; result: QuotaChangesResult };
  "Quota/query": { args: QueryArgs<QuotaFilterCondition>; result: QueryResult };
  "Quota/queryChanges": { args: QueryChangesArgs<QuotaFilterCondition>; result: QueryChangesResult };

  "SenderTrust/get": { args: SenderTrustGetArgs; result: SenderTrustGetResult };
  "SenderTrust/set": { args: SenderTrustSetArgs; result: SenderTrustSetResult };
  "RemoteImage/sign": { args: RemoteImageSignArgs; result: RemoteImageSignResult };

  "OneClick/get": { args: OneClickGetArgs; result: OneClickGetResult };
  "OneClick/unsubscribe": { args: OneClickUnsubscribeArgs; result: OneClickUnsubscribeResult };

  "MirrorStatus/get": { args: MirrorStatusGetArgs; result: MirrorStatusGetResult };
  "MirrorStatus/look": { args: MirrorStatusLookArgs; result: MirrorStatusDoneResult };
  "MirrorStatus/dismiss": { args: MirrorStatusDismissArgs; result: MirrorStatusDoneResult };

  "Outbox/get": { args: OutboxGetArgs; result: OutboxGetResult };
  "Outbox/retry": { args: OutboxChangeArgs; result: OutboxRetryResult };
  "Outbox/edit": { args: OutboxChangeArgs; result: OutboxEditResult };
  "Outbox/redirect": { args: OutboxRedirectArgs; result: OutboxRedirectResult };

  "AddressBookServer/get": { args: AddressBookServerGetArgs; result: AddressBookServerGetResult };
  "AddressBookServer/put": { args: AddressBookServerPutArgs; result: AddressBookServerPutResult };
  "AddressBookServer/putByProvider": { args: AddressBookServerPutByProviderArgs; result: AddressBookServerPutResult };
  "AddressBookServer/remove": { args: AddressBookServerRemoveArgs; result: AddressBookServerDoneResult };
  "AddressBookServer/look": { args: AddressBookServerLookArgs; result: AddressBookServerDoneResult };
  "MailServer/discover": { args: MailServerDiscoverArgs; result: MailServerDiscoverResult };
  "MailServer/get": { args: MailServerGetArgs; result: MailServerGetResult };
  "MailServer/set": { args: MailServerSetArgs; result: MailServerSetResult };
  "MailServer/trySenders": { args: MailServerTrySendersArgs; result: MailServerTrySendersResult };
}

export type MethodName = keyof Methods;

/** The data type of a method: RFC 8620 §1.2, e.g. "Email" of "Email/get". */
type TypeOf<N extends string> = N extends `${infer T}/${string}` ? T : never;

/** The capability that a request names in `using` for the methods of a type that not every server has, or for more of it. */
export const extensionOf: Readonly<Partial<Record<string, string>>> = {
  Blob: BLOB,
  Quota: QUOTA,
  AddressBook: CONTACTS,
  ContactCard: CONTACTS,
  SieveScript: SIEVE,
  EmailCategory: CATEGORIES,
  Conversation: CONVERSATIONS,
  EmailTransfer: EMAIL_TRANSFERS,
  Snooze: SNOOZE,
  AddressBookServer: ADDRESS_BOOK_SERVERS,
  File: FILES,
  Newsletter: NEWSLETTERS,
  ScreenedSender: SCREENING,
  SpamFilter: SPAM_FILTER,
  Preferences: PREFERENCES,
  Label: LABELS,
  SavedSearch: SAVED_SEARCHES,
  EmailFact: DEADLINES,
  Deadline: DEADLINES,
  SenderTrust: REMOTE_IMAGES,
  RemoteImage: REMOTE_IMAGES,
  OneClick: UNSUBSCRIBE,
  MirrorStatus: MIRROR,
  MDN: MDN,
  Outbox: OUTBOX,
  EmailSubmission: OUTBOX,
  MailServer: MAIL_SERVERS,
  VacationResponse: VACATION_AUDIENCE,
} satisfies Partial<Record<TypeOf<MethodName>, string>>;
export type MethodArgs<N extends MethodName> = Methods[N]["args"];
export type MethodResult<N extends MethodName> = Methods[N]["result"];
