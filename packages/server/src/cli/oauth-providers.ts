/** The OAuth providers that the administrator has configured: by PISMO_GOOGLE_…, PISMO_MICROSOFT_… and PISMO_OAUTH_FILE. */
import { readFile } from "node:fs/promises";
import { type OAuthProvider, presets } from "../bridge/oauth/provider.ts";
import { readProviders } from "../bridge/oauth/read-providers.ts";
import { type Config, ConfigError } from "../config.ts";
import { serverFromUrls } from "./server-urls.ts";

type Settings = Pick<
  Config,
  "googleClientId" | "googleClientSecret" | "microsoftClientId" | "microsoftClientSecret" | "oauthFile"
>;

/** @throws ConfigError the file cannot be read or is invalid */
export async function oauthProviders(config: Settings): Promise<OAuthProvider[]> {
  const { googleClientId, googleClientSecret, microsoftClientId, microsoftClientSecret, oauthFile } = config;
  const own = oauthFile === undefined ? [] : await fromFile(oauthFile);
  const preset = [
    googleClientId && { ...presets.google, clientId: googleClientId, clientSecret: googleClientSecret },
    microsoftClientId && { ...presets.microsoft, clientId: microsoftClientId, clientSecret: microsoftClientSecret },
  ].filter((provider) => provider !== undefined && provider !== "");
  const isTaken = preset.find(({ id }) => own.some((provider) => provider.id === id));
  if (isTaken) throw new ConfigError(`${isTaken.name} stands in PISMO_OAUTH_FILE and in a variable of its own`);
  return [...preset, ...own];
}

async function fromFile(file: string): Promise<OAuthProvider[]> {
  try {
    return readProviders(await readFile(file, "utf8"), (imap, smtp) => serverFromUrls(imap, smtp, false));
  } catch (error) {
    throw new ConfigError(`PISMO_OAUTH_FILE (${file}): ${(error as Error).message}`);
  }
}
