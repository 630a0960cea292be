/** An account that is being removed is nobody's any more, and what is left of it is deleted in slices. */
export const accountRemoval = `
alter table account add column is_removed integer not null default 0;
`;
