/** The member of `window` with the calls that the document of a list has sent, by address. */
export const earlyCalls = 'earlyCalls';

/** Returns the address of a query that is sent alone, as the client of tRPC builds it. */
export function queryAddress(path: string, input?: object): string {
  return `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;
}

/** Returns the query of a list's first page. */
export const firstPage = (pageSize: number) => ({ page: 1, per_page: pageSize });
