import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { widthForNavigation } from '../../client/site/layout/header-width.ts';
import { hyphenateLongWords } from '../../src/http/pages/long-words.ts';

const shown = (html: string) => html.replaceAll('\u00ad', '|');

test('a heading states the width of its longest word, and words too wide for a phone get soft hyphens, in other texts too', async () => {
  const cases: [input: string, output: string, language?: string][] = [
    [
      '<h1>Our services</h1><p>Wirtschaft für Systemintegration</p>',
      '<h1>Our services</h1><p>Wirtschaft für Systemintegration</p>',
    ],
    // In other texts, longer words; nothing that somebody copies.
    [
      '<p>Die „Wirtschaftsinformatiker:innen“, <a href="/a">wirtschaftsinformatiker@beispielhausverwaltung.de</a></p>',
      '<p>Die „Wirt|schafts|in|for|ma|ti|ker:innen“, <a href="/a">wirtschaftsinformatiker@beispielhausverwaltung.de</a></p>',
    ],
    [
      '<p><code>Donaudampfschifffahrtsgesellschaft</code> <b lang="en">Donaudampfschifffahrtsgesellschaft</b></p>',
      '<p><code>Donaudampfschifffahrtsgesellschaft</code> <b lang="en">Donaudampf|schiff|fahrts|gesell|schaft</b></p>',
    ],
    [
      '<h2 id="a" class="b">IT für Wirtschaftsinformatiker:in &amp; mehr</h2>',
      '<h2 id="a" class="b" data-ems="13"><span>IT für <span class="long-word">Wirt|schafts|in|for|matiker:in</span> &amp; mehr</span></h2>',
    ],
    [
      '<h3><a href="/blog/1?a=1&amp;b=2">Donaudampfschifffahrtsgesellschaftskapitän</a></h3>',
      '<h3 data-ems="22"><span><a href="/blog/1?a=1&amp;b=2"><span class="long-word">Donau|dampf|schiff|fahrts|ge|sell|schafts|kapitän</span></a></span></h3>',
    ],
    // A title is larger than the headings below it, so its words are divided earlier.
    [
      '<h1>Systemintegration</h1>',
      '<h1 data-ems="9"><span><span class="long-word">Sys|tem|in|te|gration</span></span></h1>',
    ],
    // Not between vowels and not near the end, unless there is no other place.
    [
      '<h1>Familienbetriebe MASCHINENBAU</h1>',
      '<h1 data-ems="8"><span><span class="long-word">Fami|lien|betriebe</span> <span class="long-word">MASCHI|NEN|BAU</span></span></h1>',
    ],
    // A short word stays with the long one after it, but not with a shorter one.
    [
      '<h1>Recht und Wirtschaftsstrafrecht, und gern</h1>',
      '<h1 data-ems="13"><span>Recht <span class="long-word">und\u00a0Wirt|schafts|strafrecht,</span> und gern</span></h1>',
    ],
    // The bar at the top is narrower than any text.
    [
      '<a><span class="site-name" data-long="true">Rechtsanwaltskanzlei Dr. Brandmüller</span></a>',
      '<a><span class="site-name" data-long="true">Rechts|an|walts|kanz|lei Dr. Brandmüller</span></a>',
    ],
    // Fits every column in the smallest size.
    ['<h3>Systemintegration</h3>', '<h3 data-ems="9"><span>Systemintegration</span></h3>'],
    // Browsers divide at its hyphen.
    ['<h3>Messe-Auftritt-Planung</h3>', '<h3>Messe-Auftritt-Planung</h3>'],
    // The language of what is around it.
    [
      '<article lang="fr"><h3>anticonstitutionnellement</h3></article><h3>anticonstitutionnellement</h3>',
      '<article lang="fr"><h3 data-ems="12"><span><span class="long-word">anti|cons|ti|tu|tion|nellement</span></span></h3></article><h3 data-ems="12"><span><span class="long-word">anti|con|sti|tu|tion|nellement</span></span></h3>',
    ],
    // A language without patterns, and a script without hyphens.
    [
      '<h1>Wirtschaftsinformatiker</h1>',
      '<h1 data-ems="12"><span><span class="long-word">Wirtschaftsinformatiker</span></span></h1>',
      'xx',
    ],
    ['<h1>مستشفياتناالجامعيةالكبرى</h1>', '<h1 data-ems="14"><span>مستشفياتناالجامعيةالكبرى</span></h1>'],
    [
      '<h1>Un&lt;break&gt;able<br>text<img alt="h1"></h1>',
      '<h1 data-ems="7"><span><span class="long-word">Un&lt;break&gt;able</span><br>text<img alt="h1"></span></h1>',
    ],
  ];
  for (const [input, output, language = 'de'] of cases)
    expect(shown(await hyphenateLongWords(input, language)), input).toBe(output);
});

test('texts of any length are fitted, and what is too long for a word is not divided', async () => {
  const inputs = [
    `<h2>${'a '.repeat(200_000)}</h2>`,
    `<h2>${'-'.repeat(200_000)}</h2><p>${'-'.repeat(200_000)}</p>`,
    `<p>${'a'.repeat(20_000)}</p>`,
  ];
  for (const input of inputs)
    expect((await hyphenateLongWords(input, 'de')) === input, input.slice(0, 9)).toBe(true);
});

test('every width that a heading states has a style', () => {
  const source = readFileSync('src/http/pages/long-words.ts', 'utf8');
  const bands = /bands = \[([^\]]+)\]/.exec(source)![1]!.split(',').map(Number);
  const styles = readFileSync('client/styles/headings.css', 'utf8');
  const known = [...styles.matchAll(/\[data-ems="(\d+)"\] \{\s*--ems: (\d+);/g)].map(([, name, value]) =>
    [name, value].map(Number),
  );
  expect(known).toEqual(bands.map((band) => [band, band]));
});

test('the navigation is in the bar from the width on at which it fits beside the name', () => {
  const links = ['Home', 'About', 'Services', 'Portfolio', 'Team', 'Gallery', 'Blog', 'Careers'].map(
    (label) => ({ label }),
  );
  const widthFor = (name: string, more: string[] = []) =>
    widthForNavigation({
      logo: {},
      name,
      contact: 'Contact Us',
      links: [...links, ...more.map((label) => ({ label }))],
    });
  expect(widthFor('Atrium')).toBe(68);
  expect(widthFor('Gesellschaft für angewandte Wirtschaftsinformatik')).toBeGreaterThan(80);
  expect(
    widthFor('Atrium', ['Neuigkeiten aus aller Welt', 'Nachhaltigkeit', 'Investitionen']),
  ).toBeUndefined();
  const styles = readFileSync('client/site/layout/site-header.css', 'utf8');
  const known = [...styles.matchAll(/\(min-width: (\d+)rem\) \{\s*\[data-wide="(\d+)"\]/g)];
  expect(known.map(([, width, name]) => [width, name])).toEqual(
    ['68', '80', '90', '96'].map((width) => [width, width]),
  );
});
