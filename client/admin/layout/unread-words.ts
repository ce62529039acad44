/** The server counts up to this. */
const most = 1000;

/** How many messages nobody has read, for a badge. */
export function unreadNumber(unread: number): string {
  return unread >= most ? '999+' : String(unread);
}

/** The same in words. */
export function unreadWords(unread: number): string {
  return `${unreadNumber(unread)} unread`;
}
