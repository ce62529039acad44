import type { AnyProcedure } from '@trpc/server';
import { RuleBroken } from '../../shared/errors.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { splitNames } from '../../shared/pagination.ts';
import type { Meta } from '../../trpc/procedure-meta.ts';

const namedAtMost = 10;

/**
 * Returns the names of the query parameters that an operation below `/api/admin` accepts. Returns undefined
 * for other operations, which ignore unknown parameters.
 */
export function queryNamesOf(procedure: AnyProcedure, { openapi }: Meta): readonly string[] | undefined {
  const { method, path = '' } = openapi ?? {};
  if (!path.startsWith('/admin/')) return undefined;
  if (method !== 'GET') return [];
  const inputs = procedure._def.inputs as unknown as { shape?: object }[];
  const names = inputs.flatMap(({ shape = {} }) => Object.keys(shape));
  return names.filter((name) => !path.includes(`{${name}}`));
}

/**
 * Checks that a query has only known parameters.
 * @throws {RuleBroken} with a message for each unknown parameter, up to `namedAtMost`
 */
export function expectKnownQuery(query: unknown, known: readonly string[]): void {
  const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.slice(0, namedAtMost).map((name) => [name, [explain(name, known)]]);
  throw new RuleBroken(Object.fromEntries(errors));
}

function explain(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest === undefined) return 'This call takes no query parameters.';
  return `This call has no such query parameter. The nearest one is ${nearest}.`;
}

/**
 * Returns the result with only those members of each row that the query parameter `fields` names. If `fields` is
 * absent, returns the result unchanged. `rows` is the name of the member with the rows.
 */
export function pickFields(result: unknown, rows: string, query: unknown): unknown {
  const { fields } = query as { fields?: string };
  const names = splitNames(fields ?? '');
  if (names.length === 0) return result;
  const list = result as Record<string, unknown>;
  const picked = (list[rows] as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))),
  );
  return { ...list, [rows]: picked };
}
