import type { Mutation } from './mutation.ts';

export const styleMutations: readonly Mutation[] = [
  // Markup.
  {
    name: 'a page begins with its first heading',
    file: 'client/site/components/page-opening.tsx',
    old: '<h1 lang={lang}>{title}</h1>',
    new: '<h2>{title}</h2>',
    tests: ['tests/browser/site.test.ts'],
  },
  {
    name: 'a picture has the description of the library',
    file: 'client/site/components/stored-picture.tsx',
    old: 'alt={picture?.alt ?? alt}',
    new: 'alt={alt}',
    tests: ['tests/assure/browser/gallery.test.ts'],
  },
  {
    name: 'a text from right to left begins on the right',
    file: 'client/styles/base.css',
    old: '  unicode-bidi: plaintext;\n',
    new: '',
    tests: ['tests/assure/browser/long-words.test.ts'],
  },

  // Style sheets.
  {
    name: 'a very long word does not widen a page',
    file: 'client/styles/base.css',
    old: '  overflow-wrap: anywhere;\n',
    new: '',
    tests: ['tests/assure/browser/long-words.test.ts'],
  },
  {
    name: 'a link to go on is large enough to press',
    file: 'client/site/components/button.css',
    old: 'min-height: var(--target);\n  color: var(--accent);',
    new: 'color: var(--accent);',
    tests: ['tests/browser/site.test.ts'],
  },
  {
    name: 'what has the focus has a ring',
    file: 'client/styles/base.css',
    old: '  outline: 3px solid var(--accent);\n',
    new: '  outline: none;\n',
    tests: ['tests/browser/site.test.ts'],
  },
  {
    name: 'quiet text has enough contrast',
    file: 'client/styles/tokens.css',
    old: '--quiet: #57605b;',
    new: '--quiet: #9aa39e;',
    tests: ['tests/browser/site.test.ts'],
  },
  {
    name: 'nothing to press is on paper',
    file: 'client/styles/base.css',
    old: '  :root:root :is(nav, search, button, .button, .menu-button, .skip-link, .open-now) {\n    display: none;',
    new: '  :root:root :is(search, .skip-link) {\n    display: none;',
    tests: ['tests/browser/site.test.ts'],
  },
  {
    name: 'a long word of a heading is divided only at its hyphens',
    file: 'src/http/pages/long-words.ts',
    old: 'const leastDivided = 9;',
    new: 'const leastDivided = 90;',
    tests: ['tests/server/headings.test.ts'],
  },
];
