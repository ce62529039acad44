import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { PasskeyFailed } from './passkey-support.ts';

type Options<Name extends 'signIn' | 'add'> = (Name extends 'signIn'
  ? ApiOutputs['auth']['passkeyBegin']
  : ApiOutputs['account']['beginPasskey'])['options'];

/** @throws {PasskeyFailed} when the browser refuses or the person cancels */
export async function answerPasskeyChallenge(optionsJSON: Options<'signIn'>) {
  const answer = await inWords(() => startAuthentication({ optionsJSON }));
  return { ...answer, clientExtensionResults: {} };
}

type Client = ReturnType<typeof trpc.useUtils>['client'];

const alone = { context: { alone: true } };

/** @throws {PasskeyFailed} when the browser refuses or the person cancels */
export async function fetchAndAnswerChallenge(client: Client) {
  const { options } = await client.auth.passkeyBegin.mutate(undefined, alone);
  return answerPasskeyChallenge(options);
}

/**
 * With `remember`, the person stays signed in after the browser closes.
 * @throws {PasskeyFailed} when the browser refuses or the person cancels
 */
export async function signInByPasskey(client: Client, remember: boolean) {
  const passkey = await fetchAndAnswerChallenge(client);
  return client.auth.passkeyFinish.mutate({ passkey, remember }, alone);
}

/** @throws {PasskeyFailed} when the browser refuses or the person cancels */
export async function createPasskey(options: Options<'add'>) {
  // The types list the members of the options, which come from the same library on the server.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const answer = await inWords(() => startRegistration({ optionsJSON }));
  return { ...answer, clientExtensionResults: {} };
}

async function inWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const isKnown = name === 'InvalidStateError';
    throw new PasskeyFailed(
      isKnown
        ? 'This device has a passkey for your account already.'
        : 'No passkey was used. It was cancelled, or it took too long.',
    );
  }
}
