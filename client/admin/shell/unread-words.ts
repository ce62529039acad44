/** The highest number that the server counts to. */
const most = 1000;

/** Returns the number of unread messages as a badge shows it. */
export function formatUnreadCount(unread: number): string {
  return unread >= most ? '999+' : String(unread);
}

/** Returns the number of unread messages with the word 'unread'. */
export function formatUnread(unread: number): string {
  return `${formatUnreadCount(unread)} unread`;
}
