/** Login names, in the form that the mail server knows. */

/** local: the part before the @; address: all of it; undefined: unknown, names are sent as typed. */
export type LoginForm = "local" | "address" | undefined;

export interface LoginRules {
  form: LoginForm;
  /** For login names without a domain; lower case. */
  domain: string;
}

const splitLogin = (name: string): { local: string; host: string | undefined } => {
  const at = name.lastIndexOf("@");
  return at < 0
    ? { local: name, host: undefined }
    : { local: name.slice(0, at), host: name.slice(at + 1).toLowerCase() };
};

/** @returns the name to sign in with; undefined: the server has no names of that form */
export function loginNameOf(typed: string, { form, domain }: LoginRules): string | undefined {
  if (form === undefined) return typed;
  const { local, host = domain } = splitLogin(typed.toLowerCase());
  if (form === "address") return `${local}@${host}`;
  return host === domain ? local : undefined;
}

/** The address of a login name: the name itself, or with the domain appended. */
export const addressOfLogin = (username: string, { domain }: LoginRules): string =>
  username.includes("@") ? username : `${username}@${domain}`;

export const isInDomain = (username: string, { domain }: LoginRules): boolean =>
  (splitLogin(username).host ?? domain) === domain;

/** Names that may mean the same person at a server: with our domain and without. */
export function similarNames(username: string, { domain }: LoginRules): string[] {
  const { local, host = domain } = splitLogin(username);
  return host === domain ? [local, `${local}@${domain}`] : [username];
}

/** `username` in a domain that does not exist. */
export const inNoDomain = (username: string, label: string): string => `${splitLogin(username).local}@${label}.invalid`;
