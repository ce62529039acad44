/** The limit of all waits, for libraries with limits of their own. Programs that take pictures or measure set none: 0. */
export const patienceMs = Number(process.env.PATIENCE_MS ?? 0);
