/** Which tables hold an account's mail, and which statements look over accounts, for a reason. */

/** Every row of them is an account's, and names it. */
export const accountTables: ReadonlySet<string> = new Set([
  "address_book",
  "carddav_change",
  "carddav_collection",
  "carddav_resource",
  "carddav_server",
  "category_correction",
  "change",
  "contact_card",
  "contact_card_book",
  "contact_card_text",
  "deadline",
  "email",
  "email_category",
  "email_content",
  "email_fact",
  "email_keyword",
  "email_mailbox",
  "email_search",
  "email_submission",
  "fact_date",
  "fact_due",
  "fact_progress",
  "file",
  "file_backlog",
  "file_search",
  "folder_stay",
  "identity",
  "image_sender",
  "imap_account",
  "imap_folder",
  "imap_letter",
  "imap_message",
  "imap_refusal",
  "imap_unplaced",
  "import_progress",
  "label",
  "label_count",
  "lost_states",
  "mailbox",
  "mailbox_span",
  "newsletter",
  "newsletter_backlog",
  "newsletter_email",
  "newsletter_span",
  "notification_due",
  "outbound_job",
  "preferences",
  "quota",
  "redirected_count",
  "rule_answered",
  "rule_redirect",
  "rule_reply",
  "rule_use",
  "saved_search",
  "sent_count",
  "server_search",
  "server_search_hit",
  "snooze",
  "sieve_script",
  "sorted_email",
  "submission_receipt",
  "submission_recipient",
  "thread",
  "thread_link",
  "thread_mailbox",
  "upload",
  "vacation_answered",
  "vacation_due",
  "vacation_response",
]);

/** An account's too, but found by what a caller shows before it is known who that is; nothing of a letter is in them. */
export const foundBeforeTheAccount = {
  audit_entry: "read by the administrator, over all accounts",
  browser_session: "found by its secret",
  known_browser: "found by its secret",
  lease: "which process mirrors the account",
  oauth_grant: "found by its time of renewal",
  oauth_revocation: "may outlive its account",
  token: "found by its secret",
  upstream_login: "found by the name at the sign-in",
} as const;

/** Of two accounts: what goes from one into the other. They hold keys of letters, and nothing of a letter. */
export const ofTwoAccounts = [
  "email_transfer",
  "transferred_email",
  "foreign_transfer",
  "foreign_transfer_email",
] as const;

/** Of the server as a whole. */
export const ofNoAccount = [
  "account",
  "blob_object",
  "blob_object_part",
  "blob_removal",
  "damaged_blob",
  "erased_blob",
  "freed_blob",
  "oauth_sign_in",
  "opening_link",
  "pack_to_sweep",
  "packed_blob",
  "process",
  "push_subscription",
  "schema_version",
  "setting",
  "sign_in_attempt",
] as const;

interface OverAccounts {
  file: RegExp;
  /** Left out: all of the file's. */
  sql?: RegExp;
  why: string;
}

export const overAccounts: readonly OverAccounts[] = [
  { file: /^store\/(?:backup|check|convert)\//, why: "commands that copy, check and repair a whole database" },
  { file: /^store\/sweep\//, why: "whether any account still names a blob; runs once a day" },
  { file: /^store\/blobs\/damaged-blobs/, why: "a damaged blob is damaged for all who have it" },
  { file: /^store\/mail\/rebuild/, why: "pismo rebuild derives every account's rows again" },
  { file: /^store\/auth\/sealed-secrets/, why: "a new key seals everybody's passwords again" },
  {
    file: /^store\/auth\/logins/,
    why: "whose a login name is: asked at a sign-in, and of an address that others send from",
  },
  { file: /^store\/people\//, why: "what the administrator asks and sets for all people" },
  { file: /^store\/cluster\/work-counts/, why: "numbers of the whole server for its metrics" },
  { file: /^store\/submission\/delivery-queue/, why: "the queue sends what is due first, whosever it is" },
  { file: /^store\/rules\/rule-replies/, sql: /^select r\.account_id/, why: "the queue of what rules send" },
  { file: /^store\/submission\/vacation-due/, sql: /^select e\.id/, why: "the queue of automatic answers" },
  {
    file: /^store\/snooze\/wake-emails/,
    sql: /wakes_at/,
    why: "the queue of snoozed letters brings back what is due first, whosever it is",
  },
  {
    file: /^store\/notifications\/notification-due/,
    sql: /^select d\.account_id/,
    why: "the queue of letters to be notified of, whosever they are",
  },
  { file: /^store\/transfers\//, why: "the queue of letters that go from one account into another" },
  {
    file: /^store\/files\/backlog/,
    sql: /from file_backlog order by/,
    why: "the queue of accounts with unlisted files",
  },
  {
    file: /^store\/newsletters\/backlog/,
    sql: /from newsletter_backlog order by/,
    why: "the queue of accounts whose newsletters are not counted",
  },
  { file: /^store\/files\/unread-files/, sql: /from \(select \* from file/, why: "the queue of files to be read" },
  { file: /^store\/carddav\/servers/, sql: /^select s\./, why: "which accounts have an address book server" },
  { file: /^store\/mirror\/account-use/, sql: /^select i\.account_id/, why: "which accounts are to be mirrored" },
  {
    file: /^store\/mirror\/imap-accounts/,
    sql: /^select (?:account_id from|1 from imap_account i|a\.\*, account\.name)/,
    why: "the same",
  },
];
