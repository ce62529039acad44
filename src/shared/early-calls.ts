/** Property of `window`: calls that a page of the panel sends before its JavaScript has loaded, by address. */
export const earlyCallsProperty = 'earlyCalls';

/** Of a tRPC query outside a batch. The tRPC client must build the same address. */
export function trpcQueryAddress(path: string, input?: object): string {
  return `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;
}

export const firstPageQuery = (pageSize: number) => ({ page: 1, per_page: pageSize });
