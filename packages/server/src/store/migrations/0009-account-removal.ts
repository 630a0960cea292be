/** An account that is being removed is hidden, and its content is deleted in slices. */
export const accountRemoval = `
alter table account add column is_removed integer not null default 0;
`;
