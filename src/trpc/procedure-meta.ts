import type { OpenApiMeta } from 'trpc-openapi';
import type { Grant } from '../shared/grants.ts';
import { type Scope, scopeOf } from '../shared/scopes.ts';
import type { FormFiles } from '../shared/uploads.ts';

export type Access = 'everybody' | 'signed-in' | Grant;

export interface Meta extends OpenApiMeta {
  access?: Access;
  /** Whether the call needs a recent proof of the caller's identity. */
  isGuarded?: true;
  /**
   * The scopes that an API token needs. The token needs all of them. The default is in {@link scopesOf}. If `scopes` is
   * present, a token may also make a guarded call. The procedure itself must then refuse what only a person may do.
   */
  scopes?: readonly Scope[];
  status?: 200 | 201;
  otherStatus?: 200;
  files?: FormFiles;
  takesJson?: true;
  /** The maximum size of the body without files, in bytes. The default is in {@link bodyRulesOf}. */
  textBytes?: number;
  /** The maximum number of members of a JSON body, if it is not the usual one of `expectModestJson`. */
  members?: number;
  /** The accepted fields. If absent, unknown fields are ignored. */
  fields?: readonly string[];
  isOnce?: true;
  /** The public page with the form. Browsers without JavaScript post the form to the path of this page. */
  page?: `/${string}`;
  download?: string;
  isPublicCacheable?: true;
  /** The member of the response that contains the rows of a list. `fields` applies to these rows. */
  rows?: string;
  /**
   * Whether only staff write the content of the response. If so, the response may be compressed, because its compressed
   * length reveals no secret to a stranger.
   */
  isByStaff?: true;
}

export interface BodyRules {
  textBytes: number;
  /** The maximum number of bytes that the server reads before it identifies the caller. */
  openBytes: number;
  members?: number | undefined;
  files: FormFiles;
  fields?: readonly string[] | undefined;
}

/**
 * Returns the scopes that an API token needs for the procedure. The token needs all of them. Returns null if no token
 * may call the procedure. If `scopes` is absent, this is the case for guarded procedures, and for procedures that every
 * signed-in person may call.
 */
export function scopesOf(
  { access, isGuarded, scopes }: Meta,
  type: 'query' | 'mutation' | 'subscription',
): readonly Scope[] | null {
  if (access === 'everybody') return [];
  if (scopes) return scopes;
  if (isGuarded || access === undefined || access === 'signed-in') return null;
  const scope = scopeOf(access, type);
  return scope ? [scope] : null;
}

/** The maximum number of bytes that an anonymous client may send to any address. */
export const maxAnonymousBytes = 64 * 1024;
const signedInTextBytes = 1024 * 1024;

export function bodyRulesOf({ access, textBytes, members, files = {}, fields }: Meta = {}): BodyRules {
  const isOpen = access === undefined || access === 'everybody';
  const most = textBytes ?? (isOpen ? maxAnonymousBytes : signedInTextBytes);
  return {
    textBytes: most,
    openBytes: isOpen ? most : Math.min(most, maxAnonymousBytes),
    members,
    files,
    fields,
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Said = Pick<
  Meta,
  | 'status'
  | 'otherStatus'
  | 'files'
  | 'takesJson'
  | 'textBytes'
  | 'members'
  | 'fields'
  | 'isOnce'
  | 'page'
  | 'scopes'
  | 'download'
  | 'isPublicCacheable'
  | 'isByStaff'
  | 'rows'
>;

/**
 * Returns the metadata of a procedure with a REST path. If a `PUT` procedure has `files`, it also accepts a `POST` with
 * the form field `_method=PUT` (docs/api.md).
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
