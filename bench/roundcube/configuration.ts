/** How Roundcube is set up for the comparison: as an administrator who wants it fast would, with Debian's packages. */
import { randomBytes } from "node:crypto";

export interface Deployment {
  /** Of this run: configuration, database, sessions, sockets, logs. */
  dir: string;
  httpPort: number;
  imapPort: number;
  smtpPort: number;
  /** Root's children become this user; other users stay as they are. */
  runAs: string | undefined;
}

/** What a page of its list holds. */
export const pageSize = 50;

/**
 * For Dovecot. Roundcube shows subscribed folders alone, and opens a connection a request: processes wait
 * for it and are used again, and a Maildir that Dovecot alone writes is not read again at each of them.
 */
export const dovecotSettings = `maildir_very_dirty_syncs = yes
auth_cache_size = 1M
namespace inbox {
${["Drafts", "Sent", "Junk", "Trash", "Archive"].map((name) => `  mailbox ${name} {\n    auto = subscribe\n  }`).join("\n")}
}
service imap {
  service_count = 1000
  process_min_avail = 4
}`;

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** Lists and messages are cached in its database, sessions in files; no plugins. */
export function roundcubeSettings({ dir, imapPort, smtpPort }: Deployment): string {
  const settings: Record<string, string> = {
    db_dsnw: quoted(`sqlite:///${dir}/roundcube.db?mode=0600`),
    imap_host: quoted(`127.0.0.1:${imapPort}`),
    smtp_host: quoted(`127.0.0.1:${smtpPort}`),
    smtp_user: "''",
    smtp_pass: "''",
    smtp_log: "false",
    des_key: quoted(randomBytes(12).toString("hex")),
    imap_cache: "'db'",
    messages_cache: "true",
    session_storage: "'php'",
    session_lifetime: "600",
    plugins: "[]",
    skin: "'elastic'",
    language: "'en_US'",
    enable_spellcheck: "false",
    default_list_mode: "'list'",
    message_sort_col: "''",
    mail_pagesize: String(pageSize),
    log_dir: quoted(`${dir}/logs/`),
    temp_dir: quoted(`${dir}/temp/`),
  };
  const lines = Object.entries(settings).map(([name, value]) => `$config['${name}'] = ${value};`);
  return `<?php\n$config = [];\n${lines.join("\n")}\n`;
}

export function fpmSettings({ dir, runAs }: Deployment): string {
  const owner = runAs && `user = ${runAs}\ngroup = ${runAs}\nlisten.owner = ${runAs}\nlisten.group = ${runAs}\n`;
  return `[global]
pid = ${dir}/fpm.pid
error_log = ${dir}/logs/fpm.log
daemonize = no
[www]
${owner ?? ""}listen = ${dir}/fpm.sock
pm = static
pm.max_children = 8
env[ROUNDCUBE_CONFIG_DIR] = ${dir}/config/
php_admin_value[session.save_path] = ${dir}/sessions
php_admin_value[memory_limit] = 512M
php_admin_value[upload_max_filesize] = 30M
php_admin_value[post_max_size] = 32M
php_admin_value[max_execution_time] = 600
`;
}

/** Compiled code is cached, and never compared with its files. */
export const phpFlags: readonly string[] = [
  "opcache.enable=1",
  "opcache.memory_consumption=192",
  "opcache.interned_strings_buffer=32",
  "opcache.max_accelerated_files=20000",
  "opcache.validate_timestamps=0",
  "realpath_cache_size=4M",
  "realpath_cache_ttl=3600",
].flatMap((setting) => ["-d", setting]);

/** @param root what nginx serves */
export function nginxSettings({ dir, httpPort, runAs }: Deployment, root: string): string {
  const kinds = ["text/css", "text/plain", "application/javascript", "text/javascript", "application/json"];
  const temporary = ["client_body", "fastcgi", "proxy", "uwsgi", "scgi"];
  return `${runAs ? `user ${runAs};` : ""}
daemon off;
worker_processes 2;
pid ${dir}/nginx.pid;
error_log ${dir}/logs/nginx.log;
events { worker_connections 512; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 32m;
  ${temporary.map((name) => `${name}_temp_path ${dir}/temp/${name};`).join("\n  ")}
  gzip on;
  gzip_comp_level 5;
  gzip_min_length 512;
  gzip_types ${kinds.join(" ")} image/svg+xml;
  gzip_static on;
  open_file_cache max=2000;
  server {
    listen 127.0.0.1:${httpPort};
    root ${root};
    index index.php;
    location ~* \\.(css|js|gif|png|jpe?g|svg|ico|woff2?|html)$ { expires 30d; }
    location = / { rewrite ^ /index.php last; }
    location = /index.php {
      fastcgi_pass unix:${dir}/fpm.sock;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $realpath_root$fastcgi_script_name;
      fastcgi_buffers 32 64k;
      fastcgi_buffer_size 64k;
      fastcgi_read_timeout 900;
    }
  }
}
`;
}
