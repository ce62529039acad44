import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { PasskeyFailed } from './passkey-support.ts';

type Options<Name extends 'signIn' | 'add'> = (Name extends 'signIn'
  ? ApiOutputs['auth']['passkeyBegin']
  : ApiOutputs['account']['beginPasskey'])['options'];

/** Asks the browser for a passkey. @throws PasskeyFailed with a message for the person */
export async function getPasskey(options: Options<'signIn'>) {
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await inWords(() => startAuthentication({ optionsJSON }));
  return { ...answer, clientExtensionResults: {} };
}

type Client = ReturnType<typeof trpc.useUtils>['client'];

const alone = { context: { alone: true } };

/** Requests a challenge from the server, then a passkey from the browser. @throws PasskeyFailed with a message for the person */
export async function askForPasskey(client: Client) {
  const { options } = await client.auth.passkeyBegin.mutate(undefined, alone);
  return getPasskey(options);
}

/** Signs in with a passkey instead of a password. */
export async function signInByPasskey(client: Client, remember: boolean) {
  const passkey = await askForPasskey(client);
  return client.auth.passkeyFinish.mutate({ passkey, remember }, alone);
}

/** Asks the browser to create a passkey. @throws PasskeyFailed with a message for the person */
export async function createPasskey(options: Options<'add'>) {
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
