/**
 * Whether tests run in their short form, which takes seconds. `npm test` and `npm run assure -- --short` use
 * the short form. `npm run assure` uses the full form, with more rows, longer texts and random seeds.
 */
export const isShortForm = process.env.ASSURE_FORM !== 'full';

/** Returns `full` in the full form, and `short` in the short form. */
export function chooseByForm<T>(full: T, short: T): T {
  return isShortForm ? short : full;
}
