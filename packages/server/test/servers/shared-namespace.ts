/** A Dovecot whose people share folders (RFC 2342, RFC 4314). */
import { dirname } from "node:path";
import type { Dovecot } from "./dovecot.ts";

/** Settings for a running Dovecot: bob's folders are ann's "Other Users/bob" where she may see them. */
export function sharedNamespace(dovecot: Pick<Dovecot, "mailDir">): string {
  const dir = dirname(dovecot.mailDir("x"));
  return `mail_plugins = acl
protocol imap {
  mail_plugins = acl imap_acl
}
plugin {
  acl = vfile
  acl_shared_dict = file:${dir}/shared-mailboxes.db
}
namespace shared {
  type = shared
  separator = /
  prefix = Other Users/%%u/
  location = maildir:${dir}/%%u:LAYOUT=fs:INDEXPVT=${dirname(dir)}/home/%u/shared/%%u
  subscriptions = no
  list = children
}`;
}
