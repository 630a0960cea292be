/** A redirect that is asked for again, since its answer was lost, is the same one by the id that its client chose. */
export const redirectIds = `
alter table email_submission add column redirect_id text collate "C";
`;
