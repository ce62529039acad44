// The services act on these figures, and the texts about privacy name them.

export const trashDays = 30;
export const formLimitMinutes = 10;
/** A counter stays stored for so long after it expired. */
export const expiredCounterMinutes = 10;
