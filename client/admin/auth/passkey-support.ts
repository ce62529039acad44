/** Returns whether this browser supports passkeys, and this is the host for which the server accepts passkeys. */
export function canUsePasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content;
  return host === window.location.hostname && 'PublicKeyCredential' in window;
}

/** Thrown if the browser refuses a passkey or the person cancels. The message is shown to the person. */
export class PasskeyFailed extends Error {}
