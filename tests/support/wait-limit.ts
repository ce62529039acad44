/**
 * The time limit in milliseconds of all waits in libraries that have their own limits. Programs that take screenshots
 * or measure use 0, which means no limit.
 */
export const waitLimitMs = Number(process.env.PATIENCE_MS ?? 0);
