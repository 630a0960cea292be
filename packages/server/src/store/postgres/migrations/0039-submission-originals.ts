/** What the smaller files of an Email that waits stand for: JSON, blobs by blobs (store/submission/originals.ts). */
export const submissionOriginals = `
alter table email_submission add column originals text;
`;
