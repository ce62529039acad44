import { createHash } from 'node:crypto';

/**
 * Applies the visitor's theme before the page is painted. The script is the same on every page, so the
 * content security policy allows it by its hash. `client/site/enhancements/theme.ts` also calls `applyTheme`.
 */
const script = `function applyTheme(choice) {
  const root = document.documentElement;
  const theme = /^(light|dark)$/.test(choice) ? choice : '';
  if (theme) root.dataset.mantineColorScheme = theme;
  else delete root.dataset.mantineColorScheme;
  for (const element of document.querySelectorAll('[media*="prefers-color-scheme"], [data-media]')) {
    const own = (element.dataset.media ??= element.media);
    element.media = !theme ? own : own.includes(theme) ? 'screen' : 'not all';
  }
}
try {
  const choice = localStorage.getItem('theme');
  if (choice) {
    const observer = new MutationObserver(() => applyTheme(choice));
    observer.observe(document, { childList: true, subtree: true });
    addEventListener('DOMContentLoaded', () => observer.disconnect());
    applyTheme(choice);
  }
} catch {}`.replaceAll(/\n\s*/g, '');

export const themeScript = `<script id="theme">${script}</script>`;
export const themeScriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
