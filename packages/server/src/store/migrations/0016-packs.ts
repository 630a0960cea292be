/** Messages of a batch are stored in one file, a pack: decision 25. */
export const packs = `
create table packed_blob (
  blob_id text primary key,
  -- The number in the name of its file.
  pack integer not null,
  start integer not null,
  size integer not null
) without rowid;
create index packed_blob_pack on packed_blob (pack);
`;
