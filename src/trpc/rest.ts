import type { OpenApiMeta } from 'trpc-openapi';
import type { Grant } from '../shared/roles.ts';
import type { FormFiles } from '../shared/upload.ts';

/** Who may call: everybody, everybody signed in, or the roles of a grant. */
export type Access = 'everybody' | 'signed-in' | Grant;

/** What a procedure says of itself. `openapi` is read by the mount and by the OpenAPI document. */
export interface Meta extends OpenApiMeta {
  access?: Access;
  /** The status of a success through REST. */
  status?: 200 | 201;
  /** Another one, which the procedure chooses by `ctx.setStatus`. */
  otherStatus?: 200;
  /** The procedure takes a multipart form with these files. */
  files?: FormFiles;
  /** A caller may mark it by a key and send it again: the procedure acts by `once`. */
  isOnce?: true;
  /** The public page whose own form it takes: a browser without the page's script posts it there. */
  page?: `/${string}`;
  /** It answers a {Download} of this type. */
  download?: string;
  /** Whoever asks and whenever: the answer is made of the input and the content of the database alone, and may be kept. */
  isAlike?: true;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The REST path of a procedure, below `/api`, in the specification's spelling: `rest('PUT', '/admin/jobs/{id}', …)`.
 * With `files` the procedure takes a multipart form, and its `PUT` also answers a `POST` whose form says
 * `_method=PUT`.
 */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  {
    status = 200,
    ...more
  }: Pick<Meta, 'status' | 'otherStatus' | 'files' | 'isOnce' | 'page' | 'download' | 'isAlike'> = {},
): Meta {
  const contentTypes = more.files && (['multipart/form-data'] as const);
  const openapi = {
    method,
    path,
    summary,
    tags: [tagOf(path)],
    ...(contentTypes && { contentTypes: [...contentTypes] }),
  };
  return { openapi, status, ...more };
}

/** Operations are grouped by the first word after `/admin`. */
function tagOf(path: string): string {
  return path.replace(/^\/admin/, '').split('/')[1] ?? '';
}
