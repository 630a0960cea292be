/** The reasons for Emails' categories, and people's corrections. The categories themselves are keywords. */
export const categories = `
-- What was found when a letter came, and why. Most letters have no row: nothing was found.
create table email_category (
  email_id integer primary key references email (id) on delete cascade,
  -- null: a correction says that this sender's letters have none.
  found text,
  -- CategoryReason as JSON; null: the keyword came with the letter.
  reason text,
  -- A person has chosen otherwise since.
  is_chosen integer not null
);

-- The latest correction by sender.
create table category_correction (
  account_id integer not null references account (id) on delete cascade,
  -- Lower case.
  sender text not null,
  -- null: none.
  category text,
  primary key (account_id, sender)
) without rowid;
`;
