import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { ProcedureMeta } from '../../trpc/procedure-meta.ts';

export interface RestOperation {
  name: string;
  procedure: AnyProcedure;
  meta: ProcedureMeta;
}

export function listRestOperations(router: AnyRouter): RestOperation[] {
  const procedures = Object.entries(router._def.procedures as Record<string, AnyProcedure>);
  return procedures.flatMap(([name, procedure]) => {
    const meta = procedure._def.meta as ProcedureMeta | undefined;
    return meta?.openapi ? [{ name, procedure, meta }] : [];
  });
}

/** By path. `If-Match` of a change at the same path refers to them. */
export function findRowReads(operations: readonly RestOperation[]): Map<string, RestOperation> {
  const reads = operations.filter(
    ({ name, meta }) => meta.openapi?.method === 'GET' && /^\w+\.one$/.test(name),
  );
  return new Map(reads.map((operation) => [operation.meta.openapi!.path, operation]));
}

/** `/admin/jobs/{id}` for itself and `/admin/jobs/{id}/publishing`. Undefined if there is none. */
export function findRowRead(
  reads: ReadonlyMap<string, RestOperation>,
  path: string,
): RestOperation | undefined {
  const parts = path.split('/');
  const paths = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
  return reads.get(paths.find((each) => reads.has(each)) ?? '');
}

/** Such an update can also be sent as a `POST` with the form field `_method=PUT`. */
export function allowsFormUpdate({ openapi, files }: ProcedureMeta): boolean {
  return openapi?.method === 'PUT' && files !== undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The operation's own first. */
export function restMethodsOf(meta: ProcedureMeta): Method[] {
  if (!meta.openapi) return [];
  return allowsFormUpdate(meta) ? [meta.openapi.method, 'POST'] : [meta.openapi.method];
}
