/** Returns the headers of every call (docs/product.md, §7.2). */
export function callHeaders(token: string | undefined): Record<string, string> {
  const antiForgery = readCookie('__Host-XSRF-TOKEN') ?? readCookie('XSRF-TOKEN');
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(antiForgery && { 'X-XSRF-TOKEN': antiForgery }),
  };
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
