/** Returns whether this browser and the address of this page can use passkeys. The server names the host. */
export function canUsePasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content;
  return host === window.location.hostname && 'PublicKeyCredential' in window;
}

/** The browser refused or the person cancelled. The message is for the person. */
export class PasskeyFailed extends Error {}
