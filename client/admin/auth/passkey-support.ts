/**
 * Returns whether people can use passkeys on this page. The browser must support passkeys, and the host must
 * be the one for which the server accepts passkeys.
 */
export function canUsePasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content;
  return host === window.location.hostname && 'PublicKeyCredential' in window;
}

/** Thrown when the browser refuses a passkey or the person cancels. The panel shows the message to the person. */
export class PasskeyFailed extends Error {}
