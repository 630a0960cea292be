/** What the session resource tells of an account. Each API response names the session's state, so it is one statement. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

export interface SessionAccount {
  id: Id;
  email: string;
  isMirrored: boolean;
  /** Its folders are labels there: the server has rules of its own for them. */
  hasLabelFolders: boolean;
  /** It has an SMTP server of its own. */
  hasSmtpServer: boolean;
  /** The administrator lets rules send letters on (store/rules/redirects.ts). */
  mayRedirect: boolean;
  /** What scripts may require that its mail server runs; undefined: none is known to run any. */
  serverExtensions: readonly string[] | undefined;
}

interface Row {
  email: string;
  is_mirrored: number;
  has_smtp_server: number;
  has_labels: number;
  may_redirect: number;
  server_extensions: string | null;
}

/** undefined: the account does not exist, or is being removed. */
export async function getSessionAccount(reader: Reader, accountId: Id): Promise<SessionAccount | undefined> {
  const row = await reader.get<Row>(
    `select coalesce(a.shared_address, a.email) as email, i.account_id is not null as is_mirrored,
       i.smtp_url is not null as has_smtp_server, i.labels is not null as has_labels,
       not exists (select 1 from setting where name = 'redirectLimit' and value = '0') as may_redirect,
       case when m.host is null then null else m.extensions end as server_extensions
     from account a left join imap_account i on i.account_id = a.id left join manage_sieve m on m.account_id = a.id
     where a.is_removed = 0 and a.id = ?`,
    accountKey(accountId),
  );
  return (
    row && {
      id: accountId,
      email: row.email,
      isMirrored: row.is_mirrored === 1,
      hasLabelFolders: row.has_labels === 1,
      hasSmtpServer: row.has_smtp_server === 1,
      mayRedirect: row.may_redirect === 1,
      serverExtensions: row.server_extensions === null ? undefined : (JSON.parse(row.server_extensions) as string[]),
    }
  );
}
