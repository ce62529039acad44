import type { ZodType } from 'zod';

/**
 * Has the schemas that a builder of procedures is given judge in one go. tRPC 11 asks them by `parseAsync`, and zod 4.6 leaves its
 * compiled way then, which takes a tenth of the time for a list. No schema of ours waits for anything; one that did would throw at its
 * first use. It can go when either of the two makes no such difference.
 */
export function judgingInOneGo<B extends object>(builder: B): B {
  return new Proxy(builder, {
    get: (target, name) => {
      const step: unknown = Reflect.get(target, name);
      if (typeof step !== 'function') return step;
      return (...given: unknown[]) => {
        if (name === 'input' || name === 'output') inOneGo(given[0] as ZodType);
        const made: unknown = Reflect.apply(step, target, given);
        // The last step makes a procedure, which is a function; each other one a builder.
        return typeof made === 'object' && made !== null ? judgingInOneGo(made) : made;
      };
    },
  });
}

function inOneGo(schema: ZodType): void {
  const parseAsync: ZodType['parseAsync'] = async (data, params) => schema.parse(data, params);
  Object.defineProperty(schema, 'parseAsync', { value: parseAsync, configurable: true });
}
