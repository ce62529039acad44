/** The browser must support passkeys, and the server must accept them for this host. */
export function canUsePasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content;
  return host === window.location.hostname && 'PublicKeyCredential' in window;
}

/** The browser refused, or the person cancelled. The message is shown to the person. */
export class PasskeyFailed extends Error {}
