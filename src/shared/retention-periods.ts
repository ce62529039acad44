// Used by services and privacy texts alike.

export const trashDays = 30;
export const autosaveDays = 30;
export const formRateLimitMinutes = 10;
/** How long the counter of a rate limit is kept after it has expired. */
export const expiredCounterMinutes = 10;
