import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { isPostgresql } from './dialect.ts';
import type { Connection } from './operation.ts';

/** Stands in a query for a value that is known only when it is asked. */
class Param {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a value fits whatever column it is compared with
export type ParamFor = (name: string) => RawBuilder<any>;

/**
 * A query that is put together once for each shape it is asked in, and from then on only filled with values: putting it together takes
 * longer than its answer. Whatever it is made of besides the values must show in its shape, of which there must be few.
 */
export function compileOnce<Row>(
  build: (read: Connection, blank: ParamFor, shape: string) => Compilable<Row>,
): (read: Connection, values: Readonly<Record<string, unknown>>, shape?: string) => Promise<Row[]> {
  const known = new Map<string, CompiledQuery<Row>>();
  return async (read, values, shape = '') => {
    const spelling = `${isPostgresql(read)} ${shape}`;
    const query = known.get(spelling) ?? build(read, (name) => sql`${new Param(name)}`, shape).compile();
    known.set(spelling, query);
    const parameters = query.parameters.map((each) => (each instanceof Param ? values[each.name] : each));
    return (await read.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/**
 * The values of a condition with `in`, and the shape of it. The last one is said again until there are 1, 2, 4, 8 …, so that there are
 * few shapes.
 */
export function listed(values: readonly unknown[]): { values: Record<string, unknown>; shape: string } {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  const padded = Array.from({ length: size }, (_, index) => values[index] ?? values.at(-1));
  return {
    values: Object.fromEntries(padded.map((value, index) => [`listed${index}`, value])),
    shape: String(size),
  };
}

/** What stands in the query for the values of {@link listed}. */
export function paramsFor(shape: string, blank: ParamFor): ReturnType<ParamFor>[] {
  return Array.from({ length: Number(shape) }, (_, index) => blank(`listed${index}`));
}
