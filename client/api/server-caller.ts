import type { CallProcedure } from '../../src/shared/page.ts';
import type { Api } from './types.ts';

/**
 * Returns the procedures for rendering on the server, without HTTP. Errors have the same form as in a
 * browser.
 */
export function createServerApi(call: CallProcedure): Api {
  // The cast is safe: any path is accepted, and `Api` allows only the router's names.
  return procedureAt([], call) as Api;
}

function procedureAt(path: string[], call: CallProcedure): unknown {
  const get = (_: object, name: string | symbol) => {
    if (name === 'query') return (input: unknown) => call(path.join('.'), input);
    // An object with a `then` would be treated as a promise.
    return name === 'then' ? undefined : procedureAt([...path, String(name)], call);
  };
  return new Proxy({}, { get });
}
