import { createSecret, isSameSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

const partPattern = /^[\w-]{43}$/;
/**
 * How many accounts one browser remembers. A further account replaces the account whose last sign-in is the
 * oldest.
 */
const maxAccounts = 5;

/**
 * The key that single sign-on uses instead of an email key. All users of single sign-on in one browser share one mark.
 */
export const ssoDeviceKey = 'single sign-on';

type DeviceCtx = Pick<Context, 'secrets'> & { request: Pick<Context['request'], 'deviceCookie'> };

// The cookie is `<device>.<mark>.<mark>…`. `<device>` is a random id of the browser. Each `<mark>` is a
// signature of that id and of one account. A mark gives no access. It only shows that somebody has signed in
// to the account from this browser before. Such a browser has its own limit of tries, which other people
// cannot use up.

/**
 * Returns the mark of an account in the cookie of the browser. Returns undefined when the cookie has no valid
 * mark of this account.
 */
export async function findDeviceMark(ctx: DeviceCtx, emailKey: string): Promise<string | undefined> {
  const { device, marks } = parse(ctx.request.deviceCookie);
  if (!device) return undefined;
  const mark = await markOf(ctx, device, emailKey);
  return marks.find((shown) => isSameSecret(shown, mark));
}

/** Returns the new value of the device cookie. The mark of this account comes first. */
export async function buildDeviceCookie(ctx: DeviceCtx, emailKey: string): Promise<string> {
  const { device = createSecret(), marks } = parse(ctx.request.deviceCookie);
  const mark = await markOf(ctx, device, emailKey);
  const others = marks.filter((other) => other !== mark);
  return [device, mark, ...others].slice(0, 1 + maxAccounts).join('.');
}

function markOf({ secrets }: DeviceCtx, device: string, emailKey: string): Promise<string> {
  return secrets.sign('device', `${device} ${emailKey}`);
}

function parse(cookie = ''): { device?: string; marks: string[] } {
  const parts = cookie.split('.');
  const isOurs = parts.length <= 1 + maxAccounts && parts.every((part) => partPattern.test(part));
  const [device, ...marks] = isOurs ? parts : [];
  return { ...(device && { device }), marks };
}
