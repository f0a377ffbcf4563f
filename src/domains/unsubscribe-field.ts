// The field in the texts of a campaign that becomes the unsubscribe link of each recipient.

/** It is no merge field of a record, and is filled when the mail is built. */
export const UNSUBSCRIBE_FIELD = /\{\{\s*unsubscribe_url\s*\}\}/g;
