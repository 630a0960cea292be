/** Providers whose mail servers want OAuth 2 instead of a password, as the administrator has set them up. */
import type { Security } from "../../store/imap-accounts.ts";

export interface OAuthProvider {
  /** In our addresses and in the store. */
  id: string;
  /** For people. */
  name: string;
  /** Of addresses that belong to it; lower case. */
  domains: readonly string[];
  /** Its metadata are found by this (RFC 8414), unless the endpoints are given. */
  issuer: string;
  endpoints: { authorization: string; token: string; revocation?: string | undefined } | undefined;
  /** Where each customer of the provider has an issuer: what those look like. */
  issuerPattern: RegExp | undefined;
  clientId: string;
  /** undefined: a public client. */
  clientSecret: string | undefined;
  scopes: readonly string[];
  /** What else it wants in the authorisation request. */
  parameters: Readonly<Record<string, string>>;
  server: { host: string; port: number; security: Security; smtpUrl: string | null };
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
    // Without both it gives a refresh token once, with the first consent, and never again.
    parameters: { access_type: "offline", prompt: "consent" },
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

/** What a person has to know of a provider. */
export const publicFacts = ({ id, name, domains }: OAuthProvider) => ({ id, name, domains: [...domains] });

type Place = { host: string; port: number };

export const isSameServer = (one: Place, other: Place): boolean => one.host === other.host && one.port === other.port;
