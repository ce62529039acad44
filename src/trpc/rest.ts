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
  /** How many bytes its body may have beside the files; absent: what {@link bodyRulesOf} gives that kind of call. */
  textBytes?: number;
  /** The only fields that its body may have; absent: others are ignored. */
  fields?: readonly string[];
  /** A caller may mark it by a key and send it again: the procedure acts by `once`. */
  isOnce?: true;
  /** The public page whose own form it takes: a browser without the page's script posts it there. */
  page?: `/${string}`;
  /** It answers a {Download} of this type. */
  download?: string;
  /** Whoever asks and whenever: the answer is made of the input and the content of the database alone, and may be kept. */
  isAlike?: true;
}

/** What the body of a call may hold. */
export interface BodyRules {
  /** How many bytes of text, which all end up in memory. */
  textBytes: number;
  /** Up to how many of them nobody is asked who they are before they are read. */
  openBytes: number;
  files: FormFiles;
  fields?: readonly string[] | undefined;
}

/** What a stranger may send to any address, in bytes of text; a visitor's form has at most this much. */
export const openTextBytes = 64 * 1024;
const signedInTextBytes = 1024 * 1024;

/** What the body of a procedure's call may hold: what the procedure says, else what its kind takes. */
export function bodyRulesOf({ access, textBytes, files = {}, fields }: Meta = {}): BodyRules {
  const isOpen = access === undefined || access === 'everybody';
  const most = textBytes ?? (isOpen ? openTextBytes : signedInTextBytes);
  return { textBytes: most, openBytes: isOpen ? most : Math.min(most, openTextBytes), files, fields };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Said = Pick<
  Meta,
  'status' | 'otherStatus' | 'files' | 'textBytes' | 'fields' | 'isOnce' | 'page' | 'download' | 'isAlike'
>;

/**
 * The REST path of a procedure, below `/api`, as docs/api.md spells it: `rest('PUT', '/admin/jobs/{id}', …)`.
 * With `files` the procedure takes a multipart form, and its `PUT` also answers a `POST` whose form says
 * `_method=PUT`.
 */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  { status = 200, ...more }: Said = {},
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
