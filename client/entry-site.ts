// Imported as a URL, because Vite would add its preload helper to a plain `import()`. The helper would be a fifth of
// this script.
import editLink from './site/enhancements/edit-link.ts?worker&url';
import languageHint from './site/enhancements/language-hint.ts?worker&url';
import { enhanceCopyLink } from './site/enhancements/copy-link.ts';
import { countView } from './site/enhancements/count-view.ts';
import { animateHeroDaylight } from './site/enhancements/hero-daylight.ts';
import { enhanceEmbeds } from './site/enhancements/embeds.ts';
import { enhanceForm } from './site/enhancements/forms.ts';
import { enhanceGallery } from './site/enhancements/gallery.ts';
import { removeImagePlaceholders } from './site/enhancements/image-placeholders.ts';
import { enhanceMenu } from './site/enhancements/menu.ts';
import { scrollUpAfterNavigation } from './site/enhancements/scroll-up-after-navigation.ts';
import { enhanceTheme } from './site/enhancements/theme.ts';
import { hideHeaderOnScroll } from './site/enhancements/hide-header.ts';

// This is the only script that visitors load, apart from one line in the language that they prefer. Links, forms and pictures work without the script.
const root = document.documentElement;
// TypeScript's DOM types do not declare `prerendering` yet.
const isSeen = (document as Document & { prerendering?: boolean }).prerendering
  ? new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }))
  : Promise.resolve();
const isLoaded = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(0);
  else addEventListener('load', resolve, { once: true });
});

hideHeaderOnScroll();
removeImagePlaceholders();
enhanceMenu();
enhanceTheme();
animateHeroDaylight();
enhanceGallery();
enhanceEmbeds();
enhanceCopyLink();
enhanceForm(document.querySelector('form.site-form'));
isSeen.then(scrollUpAfterNavigation);
countView();
if (document.querySelector('[data-hint]')) import(/* @vite-ignore */ languageHint);
Promise.all([isSeen, isLoaded]).then(() => {
  // The speculation rules load the pages of the menu in advance only when this attribute is set, so that the
  // page's own files load first.
  root.dataset.loaded = '';
  // The home page makes a test call (docs/product.md, §2.1). Nothing depends on the answer.
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
  if (location.pathname === '/') fetch('/api/test', { headers }).catch(() => {});
  // Only signed-in staff have this cookie. Visitors therefore do not load the file with the edit link.
  if (document.cookie.includes('XSRF-TOKEN=')) import(/* @vite-ignore */ editLink);
});
root.dataset.enhanced = '';
