import type { OpenApiMeta } from 'trpc-openapi';
import type { Grant } from '../shared/grants.ts';
import type { FormFiles } from '../shared/upload.ts';

export type Access = 'everybody' | 'signed-in' | Grant;

/** What a procedure declares about itself. The REST routes and the OpenAPI document read `openapi`. */
export interface Meta extends OpenApiMeta {
  access?: Access;
  status?: 200 | 201;
  /** A second status of success, which the procedure selects by `ctx.setStatus`. */
  otherStatus?: 200;
  /** The files of the multipart form that the procedure takes. */
  files?: FormFiles;
  /** The same input is also accepted as JSON, without files. */
  takesJson?: true;
  /** The most bytes of the body without its files. Absent: what {@link bodyRulesOf} allows that kind of call. */
  textBytes?: number;
  /** The only fields that the body may have. Absent: other fields are ignored. */
  fields?: readonly string[];
  /** A caller may send it again with an `Idempotency-Key`; the procedure uses `once`. */
  isOnce?: true;
  /** The public page with its form. A browser without script posts the form there. */
  page?: `/${string}`;
  download?: string;
  /**
   * The response depends on the input and the content of the database only, neither on the caller nor on the time, so it may be
   * cached.
   */
  isPublicCacheable?: true;
}

export interface BodyRules {
  /** The most bytes of text, which all end up in memory. */
  textBytes: number;
  /** Up to this many bytes are read before the caller is identified. */
  openBytes: number;
  files: FormFiles;
  fields?: readonly string[] | undefined;
}

/** The most bytes of text that an anonymous client may send to any address, a visitor's form included. */
export const openTextBytes = 64 * 1024;
const signedInTextBytes = 1024 * 1024;

/** Returns what the body of a procedure's call may contain: what the procedure declares, else the default of its kind. */
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
 * Declares the REST path of a procedure, below `/api`, as docs/api.md spells it: `rest('PUT', '/admin/jobs/{id}', …)`. With
 * `files` the procedure takes a multipart form, and its `PUT` also answers a `POST` whose form says `_method=PUT`.
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

/** Operations are grouped by the first word after `/admin`. */
function tagOf(path: string): string {
  return path.replace(/^\/admin/, '').split('/')[1] ?? '';
}
