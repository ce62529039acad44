// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { cleanHtml } from '../../src/shared/writing/clean-html.ts';
import { renderWriting } from '../../src/shared/writing/show-html.ts';
import { seed } from '../support/random.ts';
import { tagSoup } from '../support/tag-soup.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const texts = { video: 'Video', playsFrom: (name: string) => name, table: 'Table' };
const picture = {
  url: '/uploads/a.jpeg',
  width: 9,
  height: 9,
  colour: '#aabbcc',
  alt: null,
  sources: [],
  focal: { x: 5, y: 5 },
};
const facts = new Map(Array.from({ length: 10 }, (_, id) => [id, picture]));

test('formatted texts: whatever comes, what is stored stays the same when it is cleaned again, and no script comes of it', (context) => {
  const count = chooseByForm(50_000, 10_000);
  for (let number = 1; number <= count; number += 1) {
    const soup = tagSoup(seed + number, number % 10 === 0 ? 200 : 40);
    const cleaned = cleanHtml(soup);
    if ('problem' in cleaned) continue;
    const told = `seed ${seed + number}: ${JSON.stringify(soup)}`;
    const again = cleanHtml(cleaned.html);
    expect('problem' in again ? again.problem : again.html, told).toBe(cleaned.html);
    const template = document.createElement('template');
    template.innerHTML = renderWriting(cleaned.html, facts, { texts });
    for (const element of template.content.querySelectorAll('*')) {
      expect(element.localName, told).not.toMatch(
        /^(?:script|style|iframe|object|embed|svg|math|form|base|link|meta)$/,
      );
      for (const { name, value } of element.attributes) {
        expect(name, told).not.toMatch(/^(?:on|style$)/);
        if (name === 'href' || name === 'src')
          expect(value, told).toMatch(/^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i);
      }
    }
  }
  addFigures(context, { requests: count, notes: [`seed ${seed}`] });
});
