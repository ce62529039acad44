import type { OpenApiMeta } from 'trpc-openapi';
import type { Grant } from '../shared/grants.ts';
import type { FormFiles } from '../shared/upload.ts';

export type Access = 'everybody' | 'signed-in' | Grant;

/** The metadata of a procedure. The REST routes and the OpenAPI document read `openapi`. */
export interface Meta extends OpenApiMeta {
  access?: Access;
  status?: 200 | 201;
  otherStatus?: 200;
  files?: FormFiles;
  /** The same input is also accepted as JSON, without files. */
  takesJson?: true;
  /** The most bytes of the body without its files. Absent: what {@link bodyRulesOf} allows that kind of call. */
  textBytes?: number;
  /** The only fields that the body may have. Absent: other fields are ignored. */
  fields?: readonly string[];
  /** The call accepts an `Idempotency-Key`; the procedure uses `idempotent`. */
  isOnce?: true;
  /** The public page with the form. Browsers without JavaScript post the form there. */
  page?: `/${string}`;
  download?: string;
  /**
   * The response depends only on the input and the content of the database, neither on the caller nor on the time. It
   * may therefore be cached.
   */
  isPublicCacheable?: true;
}

export interface BodyRules {
  /** The most bytes of text. All of them are held in memory. */
  textBytes: number;
  /** The most bytes that are read before the caller is identified. */
  openBytes: number;
  files: FormFiles;
  fields?: readonly string[] | undefined;
}

/** The most bytes of text that an anonymous client may send to any address, including visitors' forms. */
export const openTextBytes = 64 * 1024;
const signedInTextBytes = 1024 * 1024;

/** Returns what the body of a call may contain: what the procedure declares, or the default of its kind. */
export function bodyRulesOf({ access, textBytes, files = {}, fields }: Meta = {}): BodyRules {
  const isOpen = access === undefined || access === 'everybody';
  const most = textBytes ?? (isOpen ? openTextBytes : signedInTextBytes);
  return { textBytes: most, openBytes: isOpen ? most : Math.min(most, openTextBytes), files, fields };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Said = Pick<
  Meta,
  | 'status'
  | 'otherStatus'
  | 'files'
  | 'takesJson'
  | 'textBytes'
  | 'fields'
  | 'isOnce'
  | 'page'
  | 'download'
  | 'isPublicCacheable'
>;

/**
 * Declares the REST path of a procedure, below `/api`, in the notation of docs/api.md: `rest('PUT', '/admin/jobs/{id}', …)`. With `files`
 * the procedure takes a multipart form, and its `PUT` also accepts a `POST` with the form field `_method=PUT`.
 */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  { status = 200, ...more }: Said = {},
): Meta {
  const json = more.takesJson ? (['application/json'] as const) : [];
  const contentTypes = more.files && (['multipart/form-data', ...json] as const);
  const openapi = {
    method,
    path,
    summary,
    tags: [tagOf(path)],
    ...(contentTypes && { contentTypes: [...contentTypes] }),
  };
  return { openapi, status, ...more };
}

function tagOf(path: string): string {
  return path.replace(/^\/admin/, '').split('/')[1] ?? '';
}
