import { earlyCallsProperty } from '../../src/shared/early-calls.ts';

interface EarlyCall {
  token: string;
  answer: Promise<Response>;
}

/** The parts of the API, such as `blog`, whose early answers have been used. */
const taken = new Set<string>();

/**
 * Returns the answer to a call that an inline script sent before this program was loaded. Returns undefined if the
 * script has not sent the call, or has sent it with another token. Each answer is used only once, because later calls
 * need current data.
 */
export function takeEarlyAnswer(address: string, token: string | undefined): Promise<Response> | undefined {
  const calls = (window as { [earlyCallsProperty]?: Map<string, EarlyCall> })[earlyCallsProperty];
  const call = calls?.get(address);
  calls?.delete(address);
  if (!call || call.token !== token) return undefined;
  taken.add(address.slice('/trpc/'.length).split('.')[0]!);
  return call.answer;
}

/** Returns the parts of the API whose early answers have been used since this function was last called. */
export function takeEarlyAnsweredParts(): string[] {
  const parts = [...taken];
  taken.clear();
  return parts;
}
