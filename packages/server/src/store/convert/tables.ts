/**
 * Which tables a database of one engine has in common with one of the other, and what becomes of the others. A test
 * compares these lists with the schemas of both.
 */

/** A table comes after those that its rows refer to. */
export const copiedTables = [
  "account",
  "audit_entry",
  "setting",
  "damaged_blob",
  "sign_in_attempt",
  "opening_link",
  "push_subscription",
  "browser_session",
  "known_browser",
  "token",
  "preferences",
  "label",
  "label_count",
  "saved_search",
  "sieve_script",
  "manage_sieve",
  "rule_use",
  "rule_redirect",
  "redirected_count",
  "rule_answered",
  "address_book",
  "contact_card",
  "contact_card_book",
  "contact_card_text",
  "carddav_server",
  "carddav_collection",
  "carddav_resource",
  "carddav_change",
  "sent_count",
  "upstream_login",
  "upstream_snooze",
  "identity",
  "image_sender",
  "category_correction",
  "import_progress",
  "vacation_response",
  "vacation_answered",
  "lost_states",
  "change",
  "upload",
  "quota",
  "imap_account",
  "oauth_grant",
  "oauth_revocation",
  "mailbox",
  "imap_folder",
  "imap_letter",
  "imap_message",
  "imap_refusal",
  "imap_unplaced",
  "outbound_job",
  "server_search",
  "thread",
  "thread_link",
  "thread_mailbox",
  "mailbox_span",
  "email",
  "email_content",
  "email_category",
  "email_keyword",
  "email_mailbox",
  "newsletter",
  "newsletter_email",
  "newsletter_span",
  "newsletter_backlog",
  "snooze",
  "screening",
  "screened_sender",
  "screened_email",
  "spam_filter",
  "spam_word",
  "spam_lesson",
  "folder_stay",
  "sorted_email",
  "server_search_hit",
  "vacation_due",
  "rule_reply",
  "notification_due",
  "email_transfer",
  "transferred_email",
  "foreign_transfer",
  "foreign_transfer_email",
  "held_submission",
  "email_submission",
  "submission_recipient",
  "submission_receipt",
  "email_fact",
  "fact_date",
  "deadline",
  "fact_progress",
  "fact_due",
] as const;

export type CopiedTable = (typeof copiedTables)[number];

/** Rows that come in another order than their table has them. */
export const orderedRows: Partial<Record<CopiedTable, string>> = {
  // A folder after the one that it is in.
  mailbox: `with recursive placed (key, depth) as (
      select id, 0 from mailbox where parent_id is null
      union all select m.id, depth + 1 from mailbox m join placed p on m.parent_id = p.key)
    select m.* from placed p join mailbox m on m.id = p.key order by p.depth, m.id`,
};

/** Not copied, and why. */
export const leftTables = {
  email_search: "each engine has its own index: search-terms.ts carries the terms",
  file: "derived from the letters, in file_backlog",
  file_search: "the same",
  file_backlog: "begun again: store/files/backlog.ts",
  packed_blob: "blobs come from the backup, into packs of their own",
  pack_to_sweep: "of the packs that stay behind",
  freed_blob: "of the blobs that stay behind: what nothing names is not in a backup",
  erased_blob: "the same",
  blob_removal: "of the sweep that runs there",
  oauth_sign_in: "begun in a browser minutes ago, and begun again",
  process: "of the servers that run on the other database",
  lease: "the same",
  blob_object: "blobs in PostgreSQL; they are in the backup as files",
  blob_object_part: "the same",
  schema_version: "of PostgreSQL; SQLite has its version in the header of the file",
} as const;

/** Columns of one engine alone, which it fills by itself. */
export const columnsOfOne: Partial<Record<CopiedTable, readonly string[]>> = {
  account: ["changed_at"],
};
