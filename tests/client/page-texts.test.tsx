import { expect, it } from 'vitest';
import {
  fieldPathAt,
  fieldPathOfPartialText,
  type ShownText,
} from '../../client/admin/preview/field-of-text.ts';

const texts: ShownText[] = [
  { path: 'pages#about.heading', text: 'About' },
  { path: 'lists#achievements.0.label', text: 'projects delivered' },
  { path: 'pages#about.intro', text: 'Metal to measure', isPlaceholder: true },
  { path: 'company#summary', text: 'Metal to measure', isAround: true },
  { path: 'navigation#header.0.label', text: 'About', isAround: true },
  { path: 'company#address.postcode', text: 'SE1 0CV', isAround: true },
  { path: 'gallery.1.caption', text: '', picture: 'uploads/mast-0000000011111111.webp' },
  { path: 'brand#drawings', text: '', isForDrawings: true },
];

it('leads from what is clicked on a page to its field', () => {
  document.body.innerHTML = `
    <header><a id="link">About</a></header>
    <main>
      <h1 id="title"><span>About</span></h1>
      <h3 id="figure"><b>200+</b> projects delivered</h3>
      <p id="placeholder">Metal to measure</p>
      <p id="other">Nothing of a form, and much longer than any: SE1 0CV is one small part of it.</p>
      <img id="picture" src="/uploads/mast-0000000011111111-640.webp">
      <img id="drawing" src="/brand/abc/hero-light.svg">
    </main>
    <footer><p id="address">London SE1 0CV, United Kingdom</p></footer>`;
  const at = (id: string) => document.getElementById(id)!;
  const cases = [
    ['link', 'navigation#header.0.label', undefined],
    ['title', 'pages#about.heading', undefined],
    ['figure', undefined, 'lists#achievements.0.label'],
    ['placeholder', 'company#summary', undefined],
    ['other', undefined, undefined],
    ['address', undefined, 'company#address.postcode'],
    ['picture', 'gallery.1.caption', undefined],
    ['drawing', 'brand#drawings', undefined],
  ] as const;
  for (const [id, whole, part] of cases) {
    expect(fieldPathAt(texts, at(id)), id).toBe(whole);
    if (!whole) expect(fieldPathOfPartialText(texts, at(id)), id).toBe(part);
  }
  const node = at('figure').lastChild;
  expect(fieldPathAt(texts, at('figure'), node)).toBe('lists#achievements.0.label');
});
