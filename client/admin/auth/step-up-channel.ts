/** The channel on which the provider's window reports a confirmation to the window that asked for it. */
export const confirmations = 'atrium_confirmed';
