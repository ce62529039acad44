const key = 'atrium_message_notifications';

/** Whether this browser can show notifications. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/** Whether the person has switched notifications of new messages on in this browser, and the browser permits them. */
export function areNotificationsOn(): boolean {
  return canNotify() && Notification.permission === 'granted' && localStorage.getItem(key) === 'on';
}

/**
 * Switches notifications on or off. The browser asks for permission only here. Resolves to undefined, or to a sentence that says why it
 * cannot be switched on.
 */
export async function switchNotifying(isOn: boolean): Promise<string | undefined> {
  localStorage.removeItem(key);
  if (!isOn) return undefined;
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Your browser does not permit notifications of this site. You can change that in its settings.';
  try {
    new Notification('New messages are shown like this').close();
  } catch {
    // Chrome on Android shows notifications of service workers only.
    return 'This browser cannot show notifications of web pages.';
  }
  localStorage.setItem(key, 'on');
  return undefined;
}

/**
 * Shows that somebody has written, without the text of the message, because other people may see the screen. Several
 * tabs show one notification.
 */
export function notifyOfMessage(newest: number): void {
  if (!areNotificationsOn() || document.hasFocus()) return;
  const shown = new Notification('New message', { tag: `message-${newest}` });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
