/** Unused tokens, until their provider has revoked them (RFC 7009). */
export const oauthRevocations = `
create table oauth_revocation (
  id integer primary key,
  -- Sealed for it; the account itself may be gone.
  account_id integer not null,
  provider text not null,
  tokens text not null,
  -- 1: the person has signed in anew, and what came may hang on the same consent.
  is_replaced integer not null default 0,
  noted_at integer not null
);
`;
