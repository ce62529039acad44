import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { isPostgresql } from './dialect.ts';
import type { Connection } from './ctx.ts';

class Param {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a value fits any column it is compared with
export type ParamFor = (name: string) => RawBuilder<any>;

/**
 * Returns a function that runs a query, which is compiled only once per `shape`. A shape must contain everything that
 * changes the SQL text. Keep the number of shapes small, because each compiled query remains in memory.
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
 * Returns the parameters and the shape of an `in` list. Repeats the last value until the count is a power of two, which
 * limits the number of shapes.
 */
export function inListValues(values: readonly unknown[]): { values: Record<string, unknown>; shape: string } {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  const padded = Array.from({ length: size }, (_, index) => values[index] ?? values.at(-1));
  return {
    values: Object.fromEntries(padded.map((value, index) => [`listed${index}`, value])),
    shape: String(size),
  };
}

export function inListParams(shape: string, blank: ParamFor): ReturnType<ParamFor>[] {
  return Array.from({ length: Number(shape) }, (_, index) => blank(`listed${index}`));
}
