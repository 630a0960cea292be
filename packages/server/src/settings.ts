/** The settings: environment variables PISMO_…. The table below is complete; `pismo --help` prints it. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { logFormats, logLevels } from "./log.ts";
import { roles } from "./roles.ts";
import {
  autoconfigUrl,
  blobs,
  connections,
  wholeNumber,
  countOrNone,
  databaseUrl,
  days,
  domainName,
  extensions,
  hostName,
  identifier,
  imapUrl,
  language,
  jmapUrl,
  loginForm,
  logFormat,
  logLevel,
  mode,
  networks,
  octets,
  octetsOrNone,
  origin,
  port,
  portOrOff,
  positive,
  roleList,
  productName,
  secretKey,
  serverNames,
  smtpUrl,
  theme,
  yesOrNo,
} from "./setting-values.ts";

export interface Setting<T> {
  /** Name of the environment variable. */
  variable: string;
  description: string;
  /** Used when the variable is not set or empty; written as a person would set it. Empty: no default. */
  default: string;
  /** @throws Error whose message completes "PISMO_X must be …" */
  parse: (text: string) => T;
  /** A password or the like: PISMO_X_FILE may name a file that holds it. */
  isSecret?: boolean;
}

export const settings = {
  mode: setting(
    "PISMO_MODE",
    "personal: one person on this machine; hosted: several people, who sign in",
    "personal",
    mode,
  ),
  host: setting("PISMO_HOST", "Address to listen on for HTTP", "127.0.0.1", hostName),
  port: setting("PISMO_PORT", "Port for HTTP; 0 takes any free one", "8025", port),
  dataDir: setting("PISMO_DATA_DIR", "Directory of the mailboxes", defaultDataDir(), (text) => resolve(text)),
  databaseUrl: secret(
    "PISMO_DATABASE_URL",
    "PostgreSQL 15 or newer for everything, instead of the directory: postgres://user:password@host:5432/pismo",
    databaseUrl,
  ),
  listenUrl: secret(
    "PISMO_DATABASE_LISTEN_URL",
    "Where a pooler (transaction mode) is in front of the database: its direct address, for LISTEN",
    databaseUrl,
  ),
  secretKey: secret(
    "PISMO_SECRET_KEY",
    "With PISMO_DATABASE_URL: the key of the passwords in it, from openssl rand -base64 32",
    secretKey,
  ),
  roles: setting(
    "PISMO_ROLES",
    "With PISMO_DATABASE_URL: what this process does of web, bridge (mirrors of mail servers), smtp and jobs (sends)",
    roles.join(),
    roleList,
  ),
  blobs: setting(
    "PISMO_BLOBS",
    "With PISMO_DATABASE_URL: messages and uploads in a bucket, s3://bucket/folder?endpoint=https://…&region=…",
    "",
    blobs,
  ),
  s3AccessKeyId: setting(
    "PISMO_BLOBS_ACCESS_KEY_ID",
    "Our key at that store; unset: as Amazon's client finds it",
    "",
    identifier,
  ),
  s3SecretAccessKey: secret("PISMO_BLOBS_SECRET_ACCESS_KEY", "The secret of that key", identifier),
  blobDays: setting(
    "PISMO_BLOB_DAYS",
    "Days that messages stay which nothing names any more; unset: 30 with PISMO_DATABASE_URL, otherwise 1",
    "",
    days,
  ),
  publicUrl: setting(
    "PISMO_PUBLIC_URL",
    "Address of a proxy in front, such as https://mail.example.org; every browser needs a token then",
    "",
    origin,
  ),
  trustedProxies: setting(
    "PISMO_TRUSTED_PROXIES",
    "Addresses or networks of proxies on other machines, with commas between them, whose X-Forwarded-For is believed",
    "",
    networks,
  ),
  domain: setting("PISMO_DOMAIN", "Domain of the local mailboxes", "pismo.localhost", domainName),
  smtpPort: setting(
    "PISMO_SMTP_PORT",
    "Port on 127.0.0.1 that takes letters by SMTP; 0 takes any free one, off none",
    "2525",
    portOrOff,
  ),
  smtpUrl: secret(
    "PISMO_SMTP_URL",
    "Server that takes letters to elsewhere: smtp://user:password@host:587 or smtps://…",
    smtpUrl,
  ),
  imapUrl: setting(
    "PISMO_IMAP_URL",
    "Mail server that people sign in to when hosted: imaps://host:993 or imap://host:143 (with STARTTLS)",
    "",
    imapUrl,
  ),
  jmapUrl: setting(
    "PISMO_JMAP_URL",
    "Instead of it: JMAP server that people sign in to when hosted, https://host; their mail stays there",
    "",
    jmapUrl,
  ),
  formerImapHosts: setting(
    "PISMO_IMAP_FORMER_HOSTS",
    "Hosts that this same mail server had before, with commas between them: people keep their accounts",
    "",
    serverNames,
  ),
  loginForm: setting(
    "PISMO_LOGIN",
    "How that server names people: local (carol), address (carol@PISMO_DOMAIN); unset: as they type it",
    "",
    loginForm,
  ),
  aliasesFile: setting(
    "PISMO_ALIASES_FILE",
    "When hosted: addresses that people may send from besides their own, each line an address and the names that may",
    "",
    (text) => (text === "" ? undefined : resolve(text)),
  ),
  imapConnections: setting(
    "PISMO_IMAP_CONNECTIONS",
    "Most connections to the mail server of one account at the same time, 1 to 3",
    "3",
    connections,
  ),
  googleClientId: setting(
    "PISMO_GOOGLE_CLIENT_ID",
    "Lets people sign in with Google: our id there (OAuth 2)",
    "",
    identifier,
  ),
  googleClientSecret: secret("PISMO_GOOGLE_CLIENT_SECRET", "The secret that Google gave with it", identifier),
  microsoftClientId: setting(
    "PISMO_MICROSOFT_CLIENT_ID",
    "Lets people sign in with Microsoft: our id there (OAuth 2)",
    "",
    identifier,
  ),
  microsoftClientSecret: secret(
    "PISMO_MICROSOFT_CLIENT_SECRET",
    "The secret that Microsoft gave with it, if any",
    identifier,
  ),
  oauthFile: setting(
    "PISMO_OAUTH_FILE",
    "JSON file with further providers that want OAuth 2; the README says what stands in it",
    "",
    (text) => (text === "" ? undefined : resolve(text)),
  ),
  maxUploadSize: setting(
    "PISMO_MAX_UPLOAD_SIZE",
    "Largest upload and largest letter, in octets or with K, M, G",
    "50M",
    octets,
  ),
  quota: setting(
    "PISMO_QUOTA",
    "Octets that the messages of one mailbox have at most here, or with K, M, G; unset: no limit",
    "",
    octetsOrNone,
  ),
  sendLimit: setting(
    "PISMO_SEND_LIMIT",
    "Recipients that one person's letters have at most within a day; unset: no limit",
    "",
    countOrNone,
  ),
  redirectLimit: setting(
    "PISMO_REDIRECT_LIMIT",
    "Letters that one person's rules send on to other addresses within a day at most; 0: rules may not send letters on",
    "200",
    wholeNumber,
  ),
  auditDays: setting("PISMO_AUDIT_DAYS", "Days that the audit log keeps what happened", "90", positive),
  language: setting("PISMO_LANGUAGE", "Language of who has chosen none: ru or en", "ru", language),
  theme: setting("PISMO_THEME", "Colour theme of who has chosen none, such as white or dark", "white", theme),
  name: setting("PISMO_NAME", "What the product is called on its pages, instead of Pismo", "", productName),
  logo: setting("PISMO_LOGO", "File of the logo beside that name: SVG or PNG, up to 256 KB", "", (text) =>
    text === "" ? undefined : resolve(text),
  ),
  attachmentTypes: setting(
    "PISMO_ATTACHMENT_TYPES",
    "Files that may be attached, by the ends of their names, such as png,jpg,jpeg,pdf; * takes any",
    "png,jpg,jpeg",
    extensions,
  ),
  trustedServers: setting(
    "PISMO_TRUSTED_AUTHSERV_ID",
    "Names under which a mail server in front of this one writes Authentication-Results, with commas between them",
    "",
    serverNames,
  ),
  autoconfigUrl: setting(
    "PISMO_AUTOCONFIG_URL",
    "Page that knows the mail servers of a domain, such as https://autoconfig.thunderbird.net/v1.1/{domain}",
    "",
    autoconfigUrl,
  ),
  sample: setting("PISMO_SAMPLE", "Fill a new mailbox with sample letters: yes or no", "yes", yesOrNo),
  metricsPort: setting(
    "PISMO_METRICS_PORT",
    "Port for /metrics in Prometheus' format; 0 takes any free one, off none",
    "off",
    portOrOff,
  ),
  metricsHost: setting("PISMO_METRICS_HOST", "Address to listen on for it; there is no sign-in", "127.0.0.1", hostName),
  logLevel: setting("PISMO_LOG_LEVEL", `How much to log: ${logLevels.join(", ")}`, "info", logLevel),
  logFormat: setting(
    "PISMO_LOG_FORMAT",
    `Lines of the log: ${logFormats.join(", ")} (an object a line)`,
    "text",
    logFormat,
  ),
  devOrigin: setting("PISMO_DEV_ORIGIN", "Origin of the development server of the web client", "", origin),
};

function setting<T>(variable: string, description: string, fallback: string, parse: (text: string) => T): Setting<T> {
  return { variable, description, default: fallback, parse };
}

function secret<T>(variable: string, description: string, parse: (text: string) => T): Setting<T> {
  return { variable, description, default: "", parse, isSecret: true };
}

function defaultDataDir(): string {
  return join(process.env["XDG_DATA_HOME"] || join(homedir(), ".local", "share"), "pismo");
}
