/** An index by Message-ID: without it, saving a draft and marking a message as answered would read every header. */
export const messageIds = `
create index email_content_message_id on email_content (lower(json_extract(headers, '$.messageId[0]')));
`;
