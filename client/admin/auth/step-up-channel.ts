/** The channel on which the provider's window reports a confirmation to the window that asked for the confirmation. */
export const confirmations = 'atrium_confirmed';
