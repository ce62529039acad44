// The figures that both the services and the privacy texts use.

export const trashDays = 30;
export const autosaveDays = 30;
export const formLimitMinutes = 10;
/** How long the counter of a rate limit remains stored after the limit has expired. */
export const expiredCounterMinutes = 10;
