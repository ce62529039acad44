import type { OpenApiMeta } from 'trpc-openapi';
import type { Grant } from '../shared/grants.ts';
import { type Scope, scopeOfGrant } from '../shared/scopes.ts';
import type { FormFiles } from '../shared/uploads.ts';

export type Access = 'everybody' | 'signed-in' | Grant;

export interface ProcedureMeta extends OpenApiMeta {
  access?: Access;
  /** Whether the call needs a recent proof of identity. */
  isGuarded?: true;
  /**
   * A token needs all of them. Default: {@link scopesOfProcedure}. With `scopes`, guarded calls are open to tokens,
   * and the procedure refuses what only a person may do.
   */
  scopes?: readonly Scope[];
  status?: 200 | 201;
  otherStatus?: 200;
  files?: FormFiles;
  takesJson?: true;
  /** The body is one file of this type, which the input has as `body`. */
  takesFile?: 'message/rfc822';
  /** The maximum of the body without files. The default is in {@link bodyRulesOf}. */
  textBytes?: number;
  /** The maximum number of members of a JSON body, if not that of `expectModestJson`. */
  members?: number;
  /** If absent, unknown fields are ignored. */
  fields?: readonly string[];
  isOnce?: true;
  /** The public page with the form. Browsers without JavaScript post to its path. */
  page?: `/${string}`;
  download?: string;
  isPublicCacheable?: true;
  /** The member of the response with the rows of a list. `fields` applies to them. */
  rows?: string;
  /** The member of the response with the row of a call that reads one. `fields` applies to it. */
  row?: string;
  /**
   * All texts of the response are by staff. It may then be compressed, because its length reveals no secret to a
   * stranger.
   */
  isByStaff?: true;
}

export interface BodyRules {
  textBytes: number;
  /** The maximum that the server reads before it identifies the caller. */
  openBytes: number;
  members?: number | undefined;
  files: FormFiles;
  fields?: readonly string[] | undefined;
  takesJson?: ProcedureMeta['takesJson'];
  takesFile?: ProcedureMeta['takesFile'];
}

/**
 * Null if no token may call the procedure. By default, that is so for guarded procedures and for those of every
 * signed-in person.
 */
export function scopesOfProcedure(
  { access, isGuarded, scopes }: ProcedureMeta,
  type: 'query' | 'mutation' | 'subscription',
): readonly Scope[] | null {
  if (access === 'everybody') return [];
  if (scopes) return scopes;
  if (isGuarded || access === undefined || access === 'signed-in') return null;
  const scope = scopeOfGrant(access, type);
  return scope ? [scope] : null;
}

/** The default maximum for a public procedure, and the most that a stranger may send to any other. */
export const maxAnonymousBytes = 64 * 1024;
const signedInTextBytes = 1024 * 1024;

export function bodyRulesOf({
  access,
  textBytes,
  members,
  files = {},
  fields,
  takesJson,
  takesFile,
}: ProcedureMeta = {}): BodyRules {
  const isOpen = access === undefined || access === 'everybody';
  const maxBytes = textBytes ?? (isOpen ? maxAnonymousBytes : signedInTextBytes);
  return {
    textBytes: maxBytes,
    openBytes: isOpen ? maxBytes : Math.min(maxBytes, maxAnonymousBytes),
    members,
    files,
    fields,
    takesJson,
    takesFile,
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type RestOptions = Pick<
  ProcedureMeta,
  | 'status'
  | 'otherStatus'
  | 'files'
  | 'takesJson'
  | 'takesFile'
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
  | 'row'
>;

/** A `PUT` with `files` also accepts a `POST` with the form field `_method=PUT` (docs/api.md). */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  { status = 200, ...more }: RestOptions = {},
): ProcedureMeta {
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
