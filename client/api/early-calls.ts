import { earlyCalls } from '../../src/shared/early-calls.ts';

interface EarlyCall {
  token: string;
  answer: Promise<Response>;
}

/**
 * Returns the answer of a call that the document has sent before this program was loaded, or undefined. Each is taken once,
 * because a later call needs a new answer.
 */
export function takeEarlyAnswer(address: string, token: string | undefined): Promise<Response> | undefined {
  const calls = (window as { [earlyCalls]?: Map<string, EarlyCall> })[earlyCalls];
  const call = calls?.get(address);
  calls?.delete(address);
  return call?.token === token ? call?.answer : undefined;
}
