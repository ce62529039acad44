/**
 * `npm run assure` runs tests in their full form: more rows, longer texts, random seeds. `npm test` and
 * `npm run assure -- --short` run the short form, which takes seconds.
 */
export const isShort = process.env.ASSURE_FORM !== 'full';

/** Returns the value for the full form, or the one for the short form. */
export function inForm<T>(full: T, short: T): T {
  return isShort ? short : full;
}
