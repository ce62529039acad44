/**
 * Returns the input of a call that sends a form with files. Every member is named, also one that the call may lack:
 * TypeScript would not miss it in a spread.
 */
export function formInput<I extends object>(input: { [K in keyof Required<I>]: I[K] }): I {
  return input;
}
