// The order matters, because the user agents of most browsers also name other browsers. For example, the user
// agent of Edge contains "Chrome" and "Safari".
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns the words for a device, for example 'Firefox on Windows', 'Safari on iPhone' or 'A program (curl)'.
 */
export function deviceInWords(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (browser) return system ? `${browser} on ${system}` : browser;
  if (userAgent.startsWith('Mozilla/')) return system ? `A browser on ${system}` : 'A browser';
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program ? `A program (${program})` : 'A program';
}
