/** The `BroadcastChannel` on which the provider's window reports the confirmation. */
export const confirmationChannelName = 'atrium_confirmed';
