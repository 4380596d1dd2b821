/** Unread messages of a chat are counted up to this number. */
export const UNREAD_MAX = 100;
