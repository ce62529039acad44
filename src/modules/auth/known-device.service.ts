import { createSecret, isSameSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

const partPattern = /^[\w-]{43}$/;
/** How many accounts one browser remembers. A further account replaces the one whose last sign-in is the oldest. */
const maxAccounts = 5;

/** The mark of a browser in which anybody has signed in by single sign-on. */
export const ssoDevice = 'single sign-on';

type DeviceCtx = Pick<Context, 'secrets'> & { request: Pick<Context['request'], 'deviceCookie'> };

// The cookie is `<device>.<mark>.<mark>…`: a random name for the browser, and a signed mark for each account.
// A mark gives no access. It only gives the browser its own limit of tries, which other people cannot use up.

/** Returns undefined when nobody has signed in to that account from this browser. */
export async function deviceMark(ctx: DeviceCtx, emailKey: string): Promise<string | undefined> {
  const { device, marks } = parse(ctx.request.deviceCookie);
  if (!device) return undefined;
  const accepted = await marksOf(ctx, device, emailKey);
  return marks.find((shown) => accepted.some((mark) => isSameSecret(shown, mark)));
}

export async function rememberDevice(ctx: DeviceCtx, emailKey: string): Promise<string> {
  const { device = createSecret(), marks } = parse(ctx.request.deviceCookie);
  const [mark, ...retired] = await marksOf(ctx, device, emailKey);
  const others = marks.filter((other) => other !== mark && !retired.includes(other));
  return [device, mark, ...others].slice(0, 1 + maxAccounts).join('.');
}

/** The first is signed with the current key. The others are signed with retired keys. */
function marksOf({ secrets }: DeviceCtx, device: string, emailKey: string): Promise<string[]> {
  return secrets.signatures('device', `${device} ${emailKey}`);
}

function parse(cookie = ''): { device?: string; marks: string[] } {
  const parts = cookie.split('.');
  const isOurs = parts.length <= 1 + maxAccounts && parts.every((part) => partPattern.test(part));
  const [device, ...marks] = isOurs ? parts : [];
  return { ...(device && { device }), marks };
}
