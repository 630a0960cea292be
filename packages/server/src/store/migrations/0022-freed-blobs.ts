/**
 * The sweep may remove only blobs that this database has referred to and has freed: others may belong to a database that
 * was lost. Triggers, because many functions delete Emails, uploads and submissions.
 */

const freedWhen = (table: string): string => `
create trigger ${table}_freed after delete on ${table} begin
  insert into freed_blob (blob_id, freed_at) values (old.blob_id, unixepoch() * 1000)
    on conflict do update set freed_at = excluded.freed_at;
end;`;

export const freedBlobs = `
create table freed_blob (
  blob_id text primary key,
  freed_at integer not null
) without rowid;
create index freed_blob_time on freed_blob (freed_at);
${freedWhen("email")}
${freedWhen("upload")}
${freedWhen("email_submission")}

create table pack_to_sweep (
  pack integer primary key,
  -- remove: nothing in it counts; a sweep is still writing it, or has written it anew. Where the sweep is cut off, the next
  -- one removes what it has left. rewrite: some of its octets are those of blobs that lie somewhere else.
  task text not null
);

-- Blobs of letters that were found to be damaged or missing (pismo check).
create table damaged_blob (
  blob_id text primary key,
  -- damaged | missing
  fault text not null,
  found_at integer not null
) without rowid;
`;
