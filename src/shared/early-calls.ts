/**
 * The name of the member of `window` with the early calls. A page of the panel sends these calls before its program has
 * loaded. The member is a Map. Its keys are the addresses of the calls.
 */
export const earlyCallsKey = 'earlyCalls';

/**
 * Returns the address of a tRPC query that is not part of a batch. The tRPC client must build the same
 * address.
 */
export function queryAddress(path: string, input?: object): string {
  return `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;
}

/** Returns the input of the query for the first page of a list. */
export const firstPageQuery = (pageSize: number) => ({ page: 1, per_page: pageSize });
