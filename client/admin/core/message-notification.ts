const key = 'atrium_message_notifications';

/** Returns whether this browser supports notifications. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/**
 * Returns whether the person has switched on notifications of new messages in this browser, and the browser
 * permits notifications.
 */
export function areNotificationsOn(): boolean {
  return canNotify() && Notification.permission === 'granted' && localStorage.getItem(key) === 'on';
}

/**
 * Switches notifications of new messages on or off in this browser. Only this function requests the browser's
 * permission. If notifications cannot be switched on, returns a sentence that explains why. Otherwise, returns
 * undefined.
 */
export async function switchNotifications(isOn: boolean): Promise<string | undefined> {
  localStorage.removeItem(key);
  if (!isOn) return undefined;
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Your browser does not permit notifications of this site. You can change that in its settings.';
  try {
    new Notification('New messages are shown like this').close();
  } catch {
    // In Chrome on Android, only service workers can show notifications.
    return 'This browser cannot show notifications of web pages.';
  }
  localStorage.setItem(key, 'on');
  return undefined;
}

/**
 * Shows a notification that a message has arrived, unless notifications are off or the person is using this window. The
 * notification does not contain the message, because other people may see the screen. `newest` is the id of the
 * message. The id prevents several tabs from showing several notifications of the same message.
 */
export function notifyOfMessage(newest: number): void {
  if (!areNotificationsOn() || document.hasFocus()) return;
  const shown = new Notification('New message', { tag: `message-${newest}` });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
