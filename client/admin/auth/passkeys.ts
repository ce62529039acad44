import type { ApiOutputs } from '../../api/types.ts';

type Options<Name extends 'signIn' | 'add'> = (Name extends 'signIn'
  ? ApiOutputs['auth']['passkeyBegin']
  : ApiOutputs['account']['beginPasskey'])['options'];

/** Returns whether this browser and the address of this page can use passkeys. The server names the host. */
export function canUsePasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content;
  return host === window.location.hostname && 'PublicKeyCredential' in window;
}

// Loads the library at the first use, so that the sign-in page stays small.
const library = () => import('@simplewebauthn/browser');

/** Asks the browser for a passkey. @throws an error with words for the person */
export async function getPasskey(options: Options<'signIn'>) {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await inWords(() => startAuthentication({ optionsJSON }));
  return { ...answer, clientExtensionResults: {} };
}

/** Asks the browser to make a passkey. @throws an error with words for the person */
export async function createPasskey(options: Options<'add'>) {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const answer = await inWords(() => startRegistration({ optionsJSON }));
  return { ...answer, clientExtensionResults: {} };
}

/** The browser refused or the person cancelled. The message is for the person. */
export class PasskeyFailed extends Error {}

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
