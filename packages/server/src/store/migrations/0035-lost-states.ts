/** States that a restore has ended: those that clients saw after the backup was made. */
export const lostStates = `
create table lost_states (
  account_id integer not null references account (id) on delete cascade,
  -- Of the backup: this number and those before it are of the same past.
  after_modseq integer not null,
  -- Numbers from this one on were given after the restore.
  before_modseq integer not null,
  primary key (account_id, after_modseq)
) without rowid;
`;
