/**
 * The time limit of all waits, for libraries that have their own limits. It is 0, which means no limit, for programs
 * that take pictures or measure.
 */
export const patienceMs = Number(process.env.PATIENCE_MS ?? 0);
