/**
 * The name of the `BroadcastChannel` on which the provider's window reports that the person has confirmed who
 * they are.
 */
export const confirmationChannelName = 'atrium_confirmed';
