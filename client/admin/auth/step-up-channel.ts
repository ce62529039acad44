/** Tells the page that asked for a confirmation, which is in another window of this browser. */
export const confirmations = 'atrium_confirmed';
