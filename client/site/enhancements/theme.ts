/**
 * A function that the script in the head defines. That script applies a stored theme before the first paint.
 */
declare function applyTheme(theme: string | null): void;

/**
 * Shows the buttons with which visitors choose the theme, and applies the choice. Also applies a choice that
 * was made in another tab, or while this page was in the back/forward cache.
 */
export function enhanceTheme(): void {
  const template = document.querySelector<HTMLTemplateElement>('#theme-choice');
  const group = template?.content.querySelector<HTMLElement>('section');
  if (!group) return;
  const show = () => {
    const theme = localStorage.getItem('theme');
    applyTheme(theme);
    for (const button of group.querySelectorAll('button'))
      button.ariaCurrent = button.value === (theme ?? '') ? 'true' : null;
  };
  group.onclick = ({ target }) => {
    const { value } = target as HTMLButtonElement;
    if (value === undefined) return;
    if (value) localStorage.setItem('theme', value);
    else localStorage.removeItem('theme');
    show();
  };
  try {
    show();
  } catch {
    // The browser has no storage, so the next page would lose the choice. The buttons are therefore not
    // shown.
    return;
  }
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  template!.replaceWith(group);
}
