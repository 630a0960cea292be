/** Blobs whose objects a sweep is removing. */
export const blobRemovals = `
create table blob_removal (
  blob_id text primary key,
  -- Of one sweep: another that was cut off must not go on.
  sweep text not null
) strict, without rowid;
`;
