import type { CallProcedure } from '../../src/shared/page.ts';
import type { Api } from './api-client.ts';

/** The procedures without HTTP, while a page is rendered; refusals look as they do in a browser. */
export function createServerApi(call: CallProcedure): Api {
  // Its names are those of the router, which is not there when a page is rendered.
  return procedureAt([], call) as Api;
}

function procedureAt(path: string[], call: CallProcedure): unknown {
  const get = (_: object, name: string | symbol) => {
    if (name === 'query') return (input: unknown) => call(path.join('.'), input);
    // Whatever has a `then` would be waited for.
    return name === 'then' ? undefined : procedureAt([...path, String(name)], call);
  };
  return new Proxy({}, { get });
}
