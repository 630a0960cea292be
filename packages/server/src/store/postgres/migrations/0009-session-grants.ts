/** In front of a JMAP engine with OAuth 2: the provider's tokens, beside the credential that stands for them. */
export const sessionGrants = `
-- Its id in the settings.
alter table browser_session add column oauth_provider text collate "C";
-- Sealed. null: people sign in without a provider, or it takes their grant no longer.
alter table browser_session add column oauth_tokens text collate "C";
`;
