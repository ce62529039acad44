// Only pages that exist in several languages load this file.

const key = 'language-hint';

/** Offers the page in the language that the visitor prefers, once, in that language. */
function offerLanguage(): void {
  const list = document.querySelector('.language-switch ul');
  const links = [...(list?.querySelectorAll('a') ?? [])];
  const preferred = navigator.languages.map((tag) => tag.replace(/-.*/, ''));
  const [link] = preferred.flatMap((language) => links.filter(({ hreflang }) => hreflang === language));
  const { hint } = link?.dataset ?? {};
  if (!list || !link || !hint) return;
  try {
    if (localStorage.getItem(key)) return;
    localStorage.setItem(key, '1');
  } catch {
    // The browser has no storage, so each page would offer the language again.
    return;
  }
  const offer = document.createElement('a');
  Object.assign(offer, { href: link.href, hreflang: link.hreflang, lang: link.lang, textContent: hint });
  const entry = document.createElement('li');
  entry.className = 'language-hint';
  entry.append(offer);
  list.prepend(entry);
}

offerLanguage();

export {};
