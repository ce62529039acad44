import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import type { components, paths } from './api.ts';

/** The rows, inputs and answers by their names in the document, such as `Schemas['Post']`. */
export type Schemas = components['schemas'];

/** A call that the server refused. `body` has `errors` (422), `current` (409) or `code` where they apply. */
export class AtriumError extends Error {
  readonly status: number;
  readonly body: Schemas['ApiError'];

  constructor(status: number, body: Schemas['ApiError']) {
    super(body.message);
    this.name = 'AtriumError';
    this.status = status;
    this.body = body;
  }
}

type Success<Response> = Exclude<Response, { data?: undefined }>;

/** As in openapi-fetch, but there is always `data`, because refusals are thrown. */
type Call<Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  Path extends ClientPathsWithMethod<Client<paths>, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: undefined extends Init ? [Init?] : [Init]
) => Promise<Success<FetchResponse<NonNullable<paths[Path][Method]>, Init, `${string}/${string}`>>>;

export interface Atrium {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
}

export interface AtriumOptions {
  /** Of the site, such as https://www.example.com. */
  url: string;
  /** An API token. Without one, only public operations answer. */
  token?: string | undefined;
  /** How often a call is repeated when the server asks to wait (429, 503). 5 by default. */
  retries?: number;
  fetch?: (request: Request) => Promise<Response>;
}

/** Calls take paths and inputs of the API, and throw an `AtriumError` when they are refused. A body with a file is sent as a form. */
export function createAtrium({ url, token, retries = 5, fetch: send = fetch }: AtriumOptions): Atrium {
  const client = createClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/api`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    bodySerializer: (body: unknown) => (hasFile(body) ? toForm(body) : JSON.stringify(body)),
    fetch: async (request) => {
      for (let left = retries; ; left -= 1) {
        const response = await send(request.clone());
        if ((response.status !== 429 && response.status !== 503) || left <= 0) return response;
        const seconds = Number(response.headers.get('retry-after')) || 1;
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    },
  });
  client.use({
    onResponse: async ({ response }) => {
      if (response.ok) return;
      // A proxy may answer with a page.
      const body = await response
        .json()
        .catch(() => ({ message: `The answer is ${response.status}`, request_id: '' }));
      throw new AtriumError(response.status, body);
    },
  });
  // The library cannot know that refusals are thrown.
  return client as unknown as Atrium;
}

function hasFile(body: unknown): body is object {
  return typeof body === 'object' && Object.values(body ?? {}).some((value) => value instanceof Blob);
}

/** A body with a file becomes a form by itself. Without one, pass this function as `bodySerializer`. */
export function toForm(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === 'string') form.append(name, value);
    else if (typeof value === 'boolean') form.append(name, value ? '1' : '0');
    else if (value !== undefined) form.append(name, JSON.stringify(value));
  }
  return form;
}

/** Reads a list to its end: `read` is called with the cursor of each page, to send with its query. */
export async function* pages<Page extends { meta: { next_cursor?: string } }>(
  read: (next: { cursor?: string }) => Promise<{ data: Page }>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const { data } = await read(cursor === undefined ? {} : { cursor });
    yield data;
    cursor = data.meta.next_cursor;
  } while (cursor !== undefined);
}
