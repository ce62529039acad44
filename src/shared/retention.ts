// The services and the texts about privacy use the same figures.

export const trashDays = 30;
export const autosaveDays = 30;
export const formLimitMinutes = 10;
/** How long a counter stays stored after it expires. */
export const expiredCounterMinutes = 10;
