/** Letters are found by their Message-ID: saving a draft and marking what was answered would read every header otherwise. */
export const messageIds = `
create index email_content_message_id on email_content (lower(json_extract(headers, '$.messageId[0]')));
`;
