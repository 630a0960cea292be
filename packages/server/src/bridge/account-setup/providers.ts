/**
 * Big providers, by their help pages: their servers, and the kind of sign-in, so that a person is not told "wrong
 * password" where an app password is required. Their domains need no discovery.
 */
import type { MailProvider, MailServerDiscoverResult, ServerEndpoint } from "@pismo/jmap";

interface Provider extends MailProvider {
  domains: readonly string[];
  /** Suffixes of MX hosts, which also serve other domains. */
  mx?: readonly string[];
  imap: ServerEndpoint | null;
  smtp: ServerEndpoint | null;
  /** The login name is the part before the @. */
  isLocalPart?: boolean;
}

const tls = (host: string, port: number): ServerEndpoint => ({ host, port, security: "tls" });
const imaps = (host: string): ServerEndpoint => tls(host, 993);
const smtps = (host: string): ServerEndpoint => tls(host, 465);
const starttls = (host: string): ServerEndpoint => ({ host, port: 587, security: "starttls" });

const providers: readonly Provider[] = [
  {
    name: "Gmail",
    domains: ["gmail.com", "googlemail.com"],
    mx: ["google.com", "googlemail.com"],
    imap: imaps("imap.gmail.com"),
    smtp: smtps("smtp.gmail.com"),
    signIn: "appPassword",
    helpUrl: "https://support.google.com/accounts/answer/185833",
  },
  {
    name: "Outlook",
    domains: [
      "outlook.com",
      "hotmail.com",
      "live.com",
      "msn.com",
      "outlook.de",
      "outlook.fr",
      "outlook.es",
      "outlook.it",
      "hotmail.co.uk",
      "hotmail.de",
      "hotmail.fr",
      "hotmail.it",
      "hotmail.es",
      "live.ru",
      "windowslive.com",
    ],
    imap: imaps("outlook.office365.com"),
    smtp: starttls("smtp-mail.outlook.com"),
    signIn: "oauth",
    helpUrl:
      "https://support.microsoft.com/office/pop-imap-and-smtp-settings-for-outlook-com-d088b986-291d-42b8-9564-9c414e2aa040",
  },
  {
    name: "Microsoft 365",
    domains: [],
    mx: ["protection.outlook.com"],
    imap: imaps("outlook.office365.com"),
    smtp: starttls("smtp.office365.com"),
    signIn: "oauth",
    helpUrl: "https://support.microsoft.com/office/pop-imap-and-smtp-settings-8361e398-8af4-4e97-b147-6c6c4ac95353",
  },
  {
    name: "Yahoo",
    domains: [
      "yahoo.com",
      "ymail.com",
      "rocketmail.com",
      "yahoo.co.uk",
      "yahoo.de",
      "yahoo.fr",
      "yahoo.it",
      "yahoo.es",
      "yahoo.ca",
      "yahoo.in",
      "yahoo.co.in",
      "yahoo.com.br",
      "yahoo.com.ar",
      "yahoo.com.au",
      "myyahoo.com",
    ],
    mx: ["yahoodns.net"],
    imap: imaps("imap.mail.yahoo.com"),
    smtp: smtps("smtp.mail.yahoo.com"),
    signIn: "appPassword",
    helpUrl: "https://help.yahoo.com/kb/SLN15241.html",
  },
  {
    name: "AOL",
    domains: ["aol.com", "aim.com", "aol.de", "aol.co.uk", "aol.fr"],
    imap: imaps("imap.aol.com"),
    smtp: smtps("smtp.aol.com"),
    signIn: "appPassword",
    helpUrl: "https://help.aol.com/articles/Create-and-manage-app-password",
  },
  {
    name: "iCloud",
    domains: ["icloud.com", "me.com", "mac.com"],
    mx: ["mail.icloud.com"],
    imap: imaps("imap.mail.me.com"),
    smtp: starttls("smtp.mail.me.com"),
    signIn: "appPassword",
    helpUrl: "https://support.apple.com/102654",
  },
  {
    name: "Mail.ru",
    domains: ["mail.ru", "bk.ru", "list.ru", "inbox.ru", "internet.ru", "xmail.ru"],
    mx: ["mail.ru"],
    imap: imaps("imap.mail.ru"),
    smtp: smtps("smtp.mail.ru"),
    signIn: "appPassword",
    helpUrl: "https://help.mail.ru/mail/security/protection/external/",
  },
  {
    name: "Яндекс",
    domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "narod.ru"],
    mx: ["mx.yandex.net", "mx.yandex.ru"],
    imap: imaps("imap.yandex.ru"),
    smtp: smtps("smtp.yandex.ru"),
    signIn: "appPassword",
    helpUrl: "https://yandex.ru/support/id/authorization/app-passwords.html",
  },
  {
    name: "Рамблер",
    domains: ["rambler.ru", "lenta.ru", "autorambler.ru", "myrambler.ru", "ro.ru", "rambler.ua"],
    imap: imaps("imap.rambler.ru"),
    smtp: smtps("smtp.rambler.ru"),
    // IMAP has to be enabled in its settings first.
    signIn: "password",
    helpUrl: "https://help.rambler.ru/mail/",
  },
  {
    name: "GMX",
    domains: ["gmx.de", "gmx.net", "gmx.at", "gmx.ch", "gmx.eu"],
    imap: imaps("imap.gmx.net"),
    smtp: smtps("mail.gmx.net"),
    // IMAP has to be enabled in its settings first.
    signIn: "password",
    helpUrl: "https://hilfe.gmx.net/pop-imap/einschalten.html",
  },
  {
    name: "GMX",
    domains: ["gmx.com", "gmx.us", "gmx.co.uk", "gmx.fr", "gmx.es"],
    imap: imaps("imap.gmx.com"),
    smtp: smtps("mail.gmx.com"),
    signIn: "password",
    helpUrl: "https://support.gmx.com/pop-imap/toggle.html",
  },
  {
    name: "WEB.DE",
    domains: ["web.de"],
    imap: imaps("imap.web.de"),
    smtp: smtps("smtp.web.de"),
    isLocalPart: true,
    signIn: "password",
    helpUrl: "https://hilfe.web.de/pop-imap/einschalten.html",
  },
  {
    name: "T-Online",
    domains: ["t-online.de", "magenta.de"],
    imap: imaps("secureimap.t-online.de"),
    smtp: smtps("securesmtp.t-online.de"),
    // It calls it "password for mail programs".
    signIn: "appPassword",
    helpUrl: "https://www.telekom.de/hilfe/apps-dienste/e-mail/programme",
  },
  {
    name: "mailbox.org",
    domains: ["mailbox.org"],
    mx: ["mailbox.org"],
    imap: imaps("imap.mailbox.org"),
    smtp: smtps("smtp.mailbox.org"),
    signIn: "password",
    helpUrl: null,
  },
  {
    name: "Posteo",
    domains: ["posteo.de", "posteo.net", "posteo.org"],
    imap: imaps("posteo.de"),
    smtp: smtps("posteo.de"),
    signIn: "password",
    helpUrl: null,
  },
  {
    name: "Fastmail",
    domains: ["fastmail.com", "fastmail.fm"],
    mx: ["messagingengine.com"],
    imap: imaps("imap.fastmail.com"),
    smtp: smtps("smtp.fastmail.com"),
    signIn: "appPassword",
    helpUrl: "https://www.fastmail.help/hc/en-us/articles/360058752854-App-passwords",
  },
  {
    name: "Zoho",
    domains: ["zoho.com", "zohomail.com"],
    imap: imaps("imap.zoho.com"),
    smtp: smtps("smtp.zoho.com"),
    signIn: "appPassword",
    helpUrl: "https://help.zoho.com/portal/en/kb/bigin/channels/email/articles/generate-an-app-specific-password",
  },
  {
    name: "Zoho",
    domains: ["zohomail.eu"],
    imap: imaps("imap.zoho.eu"),
    smtp: smtps("smtp.zoho.eu"),
    signIn: "appPassword",
    helpUrl: "https://help.zoho.com/portal/en/kb/bigin/channels/email/articles/generate-an-app-specific-password",
  },
  {
    name: "Proton Mail",
    domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"],
    mx: ["protonmail.ch"],
    imap: null,
    smtp: null,
    signIn: "bridge",
    helpUrl: "https://proton.me/mail/bridge",
  },
  {
    name: "Seznam",
    domains: ["seznam.cz", "email.cz", "post.cz"],
    imap: imaps("imap.seznam.cz"),
    smtp: smtps("smtp.seznam.cz"),
    signIn: "password",
    helpUrl: null,
  },
  {
    name: "Orange",
    domains: ["orange.fr", "wanadoo.fr"],
    imap: imaps("imap.orange.fr"),
    smtp: smtps("smtp.orange.fr"),
    signIn: "password",
    helpUrl: null,
  },
  {
    name: "Onet",
    domains: ["onet.pl", "op.pl", "poczta.onet.pl", "vp.pl"],
    imap: imaps("imap.poczta.onet.pl"),
    smtp: smtps("smtp.poczta.onet.pl"),
    signIn: "appPassword",
    helpUrl: null,
  },
  {
    name: "WP",
    domains: ["wp.pl", "o2.pl"],
    imap: imaps("imap.wp.pl"),
    smtp: smtps("smtp.wp.pl"),
    signIn: "password",
    helpUrl: null,
  },
  {
    name: "Migadu",
    domains: [],
    mx: ["migadu.com"],
    imap: imaps("imap.migadu.com"),
    smtp: smtps("smtp.migadu.com"),
    signIn: "password",
    helpUrl: null,
  },
];

const endsWith = (host: string, end: string): boolean => host === end || host.endsWith(`.${end}`);

const noteOf = ({ name, signIn, helpUrl }: Provider): MailProvider => ({ name, signIn, helpUrl });

function answerOf(provider: Provider, email: string, source: "provider" | "mx"): MailServerDiscoverResult {
  const { imap, smtp, isLocalPart = false } = provider;
  const username = isLocalPart ? email.slice(0, email.lastIndexOf("@")) : email;
  return { email, found: imap && { username, imap, smtp, source }, provider: noteOf(provider) };
}

/** @param domain in ASCII and lower case */
export function providerOfDomain(email: string, domain: string): MailServerDiscoverResult | undefined {
  const provider = providers.find(({ domains }) => domains.includes(domain));
  return provider && answerOf(provider, email, "provider");
}

/** The provider of a domain's MX host usually has its mailboxes as well. */
export function providerOfMx(email: string, exchange: string): MailServerDiscoverResult | undefined {
  const host = exchange.toLowerCase().replace(/\.$/, "");
  const provider = providers.find(({ mx }) => mx?.some((end) => endsWith(host, end)));
  return provider && answerOf(provider, email, "mx");
}

/** The provider of a server. */
export function providerOfHost(host: string): MailProvider | undefined {
  const name = host.toLowerCase();
  const provider = providers.find(({ imap, smtp }) => imap?.host === name || smtp?.host === name);
  return provider && noteOf(provider);
}
