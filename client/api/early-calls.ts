import { earlyCalls } from '../../src/shared/early-calls.ts';

interface EarlyCall {
  token: string;
  answer: Promise<Response>;
}

/** The parts of the API, such as `blog`, whose early answers the program has taken. */
const taken = new Set<string>();

/**
 * Returns the answer of a call that the document has sent before this program was loaded, or undefined. Each is taken once,
 * because a later call needs a new answer.
 */
export function takeEarlyAnswer(address: string, token: string | undefined): Promise<Response> | undefined {
  const calls = (window as { [earlyCalls]?: Map<string, EarlyCall> })[earlyCalls];
  const call = calls?.get(address);
  calls?.delete(address);
  if (!call || call.token !== token) return undefined;
  taken.add(address.slice('/trpc/'.length).split('.')[0]!);
  return call.answer;
}

/** Returns the parts of the API whose early answers the program has taken since the last call. */
export function takeEarlyParts(): string[] {
  const parts = [...taken];
  taken.clear();
  return parts;
}
