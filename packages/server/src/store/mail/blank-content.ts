/** What stands, as JSON, for headers and structure that are lost, until they are derived again. */

export const blankHeaders = `{"messageId":null,"inReplyTo":null,"references":null,"sender":null,"from":null,"to":null,"cc":null,"bcc":null,"replyTo":null,"subject":null,"sentAt":null}`;
export const blankStructure = `{"partId":null,"type":"multipart/mixed","charset":null,"name":null,"disposition":null,"cid":null,"language":null,"location":null,"encoding":"7bit","headerStart":0,"bodyStart":0,"bodyEnd":0,"size":0,"subParts":[]}`;
