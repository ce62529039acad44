/**
 * The time limit of all waits in milliseconds, for libraries that have their own limits. Programs that take
 * pictures or measure have the limit 0, which means no limit.
 */
export const waitLimitMs = Number(process.env.PATIENCE_MS ?? 0);
