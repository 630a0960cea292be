/** Providers whose mail servers require OAuth 2 instead of a password, as set up by the administrator. */
import type { Security } from "../../store/mirror/imap-accounts.ts";

export interface OAuthProvider {
  /** In our URLs and in the store. */
  id: string;
  /** For display. */
  name: string;
  /** Domains of its addresses; lower case. */
  domains: readonly string[];
  /** Locates its metadata (RFC 8414), unless the endpoints are given. */
  issuer: string;
  endpoints: { authorization: string; token: string; revocation?: string | undefined } | undefined;
  /** Pattern of its issuers, where each customer has one. */
  issuerPattern: RegExp | undefined;
  clientId: string;
  /** undefined: a public client. */
  clientSecret: string | undefined;
  scopes: readonly string[];
  /** Its address book server, and the scopes that open it: people are asked for these when they want their contacts. */
  contacts?: { address: string; scopes: readonly string[] } | undefined;
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
  /** The mail server that its tokens open; undefined: a JMAP engine alone. */
  server: { host: string; port: number; security: Security; smtpUrl: string | null } | undefined;
  /** The origin of the JMAP engine that they open. */
  jmapOrigin?: string | undefined;
}

type Preset = Omit<OAuthProvider, "clientId" | "clientSecret">;

export const presets: Readonly<Record<"google" | "microsoft", Preset>> = {
  google: {
    id: "google",
    name: "Google",
    domains: ["gmail.com", "googlemail.com"],
    issuer: "https://accounts.google.com",
    endpoints: {
      authorization: "https://accounts.google.com/o/oauth2/v2/auth",
      token: "https://oauth2.googleapis.com/token",
      revocation: "https://oauth2.googleapis.com/revoke",
    },
    issuerPattern: undefined,
    scopes: ["https://mail.google.com/", "openid", "email"],
    contacts: {
      address: "https://www.googleapis.com/.well-known/carddav",
      scopes: ["https://www.googleapis.com/auth/carddav"],
    },
    // Without both it returns a refresh token with the first consent alone.
    // The third keeps the contacts open after a sign-in that asks for the mail alone.
    parameters: { access_type: "offline", prompt: "consent", include_granted_scopes: "true" },
    server: { host: "imap.gmail.com", port: 993, security: "tls", smtpUrl: "smtps://smtp.gmail.com:465" },
  },
  microsoft: {
    id: "microsoft",
    name: "Microsoft",
    domains: ["outlook.com", "hotmail.com", "live.com", "msn.com", "passport.com"],
    issuer: "https://login.microsoftonline.com/common/v2.0",
    endpoints: {
      authorization: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
      token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    },
    issuerPattern: /^https:\/\/login\.microsoftonline\.com\/[0-9a-f-]{36}\/v2\.0$/,
    scopes: [
      "https://outlook.office.com/IMAP.AccessAsUser.All",
      "https://outlook.office.com/SMTP.Send",
      "offline_access",
      "openid",
      "email",
    ],
    parameters: { prompt: "select_account" },
    server: { host: "outlook.office365.com", port: 993, security: "tls", smtpUrl: "smtp://smtp.office365.com:587" },
  },
};

/** The part of a provider that clients see. */
export const publicFacts = ({ id, name, domains }: OAuthProvider) => ({ id, name, domains: [...domains] });

type Endpoint = { host: string; port: number };

export const isSameServer = (one: Endpoint, other: Endpoint): boolean =>
  one.host === other.host && one.port === other.port;

/** Whether a URL's host name means this machine. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
