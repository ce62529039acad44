// How long data are stored. The services act on these figures, and the texts about privacy name them.

/** Days for which deleted rows stay in the trash. */
export const trashDays = 30;
/** Minutes for which the forms that one network address sends are counted. */
export const formLimitMinutes = 10;
/** Minutes for which a counter stays stored after it expired. */
export const expiredCounterMinutes = 10;
