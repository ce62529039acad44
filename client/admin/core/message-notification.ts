const key = 'atrium_message_notifications';

export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/** In this browser, which must permit them too. */
export function areNotificationsOn(): boolean {
  return canNotify() && Notification.permission === 'granted' && localStorage.getItem(key) === 'on';
}

/** Only this function requests the browser's permission. Returns a sentence if notifications cannot be switched on. */
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

/** Without the message itself, because other people may see the screen. Its id prevents a notification of each tab. */
export function notifyOfMessage(newest: number): void {
  if (!areNotificationsOn() || document.hasFocus()) return;
  const shown = new Notification('New message', { tag: `message-${newest}` });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
