/** The tables as Kysely sees them; migrations/ says what they mean. */
import type { Generated } from "kysely";

type Flag = 0 | 1;

interface AccountTable {
  id: Generated<number>;
  name: string;
  email: string;
  modseq: Generated<number>;
  first_modseq: Generated<number>;
  created_at: number;
  is_removed: Generated<number>;
}

interface ChangeTable {
  account_id: number;
  type: string;
  object_id: number;
  created_modseq: number;
  modseq: number;
  properties_modseq: number;
  is_destroyed: Flag;
}

export interface MailboxTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  parent_id: number | null;
  role: string | null;
  sort_order: number;
  is_subscribed: Flag;
  total_emails: Generated<number>;
  unread_emails: Generated<number>;
  total_threads: Generated<number>;
  unread_threads: Generated<number>;
}

interface ThreadTable {
  id: Generated<number>;
  account_id: number;
  total_emails: Generated<number>;
  unread_outside_trash: Generated<number>;
}

interface ThreadLinkTable {
  account_id: number;
  link: string;
  thread_id: number;
}

interface ThreadMailboxTable {
  thread_id: number;
  mailbox_id: number;
  total_emails: number;
  unread_emails: number;
}

export interface EmailTable {
  id: Generated<number>;
  account_id: number;
  thread_id: number;
  blob_id: string;
  size: number;
  received_at: number;
  sent_at: number | null;
  has_attachment: Flag;
  from_key: string;
  to_key: string;
  subject_key: string;
  is_partial: Generated<Flag>;
}

interface EmailContentTable {
  email_id: number;
  headers: string;
  structure: string;
  preview: string;
}

interface EmailMailboxTable {
  mailbox_id: number;
  received_at: number;
  email_id: number;
  thread_id: number;
  is_seen: Flag;
  is_flagged: Flag;
  is_important: Flag;
  is_draft: Flag;
  has_attachment: Flag;
}

interface EmailKeywordTable {
  account_id: number;
  keyword: string;
  received_at: number;
  email_id: number;
}

interface UploadTable {
  account_id: number;
  blob_id: string;
  type: string;
  size: number;
  expires_at: number;
}

export interface IdentityTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  email: string;
  reply_to: string | null;
  bcc: string | null;
  text_signature: string;
  html_signature: string;
  may_delete: Flag;
}

export interface EmailSubmissionTable {
  id: Generated<number>;
  account_id: number;
  identity_id: number;
  email_id: number;
  thread_id: number;
  blob_id: string;
  envelope: string;
  send_at: number;
  undo_status: string;
  is_hidden: Generated<Flag>;
  created_at: number;
}

export interface SubmissionRecipientTable {
  submission_id: number;
  position: number;
  address: string;
  parameters: string | null;
  state: string;
  smtp_reply: string;
  attempts: number;
  next_attempt_at: number;
}

export interface VacationResponseTable {
  account_id: number;
  is_enabled: Flag;
  from_date: number | null;
  to_date: number | null;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  changed_at: number;
}

interface VacationAnsweredTable {
  account_id: number;
  address: string;
  answered_at: number;
}

export interface PushSubscriptionTable {
  id: Generated<number>;
  username: string;
  device_client_id: string;
  url: string;
  keys: string | null;
  types: string | null;
  expires_at: number;
  verification_code: string;
  is_verified: Flag;
}

interface TokenTable {
  id: Generated<number>;
  secret_hash: string;
  name: string;
  account_id: number | null;
  created_at: number;
  last_used_at: number | null;
}

interface BrowserSessionTable {
  id: Generated<number>;
  secret_hash: string;
  account_id: number | null;
  user_agent: string;
  created_at: number;
  used_at: number;
  expires_at: number;
}

interface ImportProgressTable {
  account_id: number;
  job: string;
  position: number;
}

interface SettingTable {
  name: string;
  value: string;
}

export interface Database {
  account: AccountTable;
  change: ChangeTable;
  mailbox: MailboxTable;
  thread: ThreadTable;
  thread_link: ThreadLinkTable;
  thread_mailbox: ThreadMailboxTable;
  email: EmailTable;
  email_content: EmailContentTable;
  email_mailbox: EmailMailboxTable;
  email_keyword: EmailKeywordTable;
  upload: UploadTable;
  identity: IdentityTable;
  email_submission: EmailSubmissionTable;
  submission_recipient: SubmissionRecipientTable;
  vacation_response: VacationResponseTable;
  vacation_answered: VacationAnsweredTable;
  push_subscription: PushSubscriptionTable;
  token: TokenTable;
  browser_session: BrowserSessionTable;
  import_progress: ImportProgressTable;
  setting: SettingTable;
}

export const flag = (value: boolean): Flag => (value ? 1 : 0);
