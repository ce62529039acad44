/**
 * The name of the property of `window` that contains the early calls. Early calls are the API calls that a page of the
 * panel sends before its JavaScript has loaded. The property is a Map whose keys are the addresses of the calls.
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
