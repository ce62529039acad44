import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { findSampleCompanyWords } from '../support/sample-company-words.ts';
import { atEachWidthAndTheme, overflowOf } from '../support/page-checks.ts';
import { admin } from '../support/running-server.ts';

// One site becomes two companies of other trades, one after the other.
const site = useBrowserSite({ SEED: 'none' });

interface Company {
  name: string;
  region: object;
  facts: object;
  /** Words of its lists and services that the site shows. */
  own: readonly string[];
  category: string;
}
const companies: Company[] = [
  {
    name: 'Boulangerie Aubépine',
    region: { language: 'fr', trade: 'food', time_zone: 'Europe/Paris', currency: 'EUR' },
    facts: {
      address: { street: '3 rue des Tilleuls', city: 'Nantes', postcode: '44000', country_code: 'FR' },
    },
    own: ['Frais chaque jour.', 'Chaque jour', 'Commandes', 'Fêtes et réceptions'],
    category: 'Recettes',
  },
  {
    name: 'Penhallow & Reed Solicitors',
    region: { language: 'en', trade: 'advice', time_zone: 'Europe/London', currency: 'GBP' },
    facts: { address: { street: '9 Quay Lane', city: 'Bristol', postcode: 'BS1 1AA', country_code: 'GB' } },
    own: ['Clear advice.', 'First meeting', 'Ongoing advice', 'Representation'],
    category: 'Common questions',
  },
];
const otherTrades =
  /\b(IT Support|System Migration|Cloud|Network Infrastructure|Developer|help desk|daylight)\b/g;
const paths = [
  '/',
  '/about',
  '/services',
  '/portfolio',
  '/team',
  '/blog',
  '/career',
  '/contact',
  '/quotations',
];

test.each(companies)(
  '$name has a site of its own trade and language',
  { timeout: 300_000 },
  async (company) => {
    const { url } = site.server;
    const send = async (method: string, path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      expect(answer.ok, `${path} ${await answer.clone().text()}`).toBe(true);
      return answer.json();
    };
    const { token } = await send('POST', '/api/admin/login', admin);
    await send('PUT', '/api/admin/settings/region', { value: company.region }, token);
    const { name, facts } = company;
    const value = { name, legal_name: '', since: 1987, phone: '+44 1', email: 'a@example.com', social: [] };
    await send('PUT', '/api/admin/settings/company', { value: { ...value, ...facts } }, token);
    const post = { title: 'Un deux', excerpt: 'Un.', content: '<p>Deux.</p>', is_published: true };
    await send('POST', '/api/admin/blog-posts', { ...post, category: company.category }, token);

    const visitor = await site.browser.visit('about:blank', { reducedMotion: 'reduce' });
    const all: string[] = [];
    for (const path of paths) {
      await visitor.goto(url + path);
      const text = await visitor.locator('body').innerText();
      all.push(text);
      expect(findSampleCompanyWords(text), path).toEqual([]);
      expect(text.match(otherTrades) ?? [], path).toEqual([]);
      // Drawings of desks with computers, code and servers.
      const drawn = visitor.locator('img[src*="it-support"], img[src*="web-dev"], img[src*="network-infra"]');
      expect(await drawn.count(), path).toBe(0);
      await atEachWidthAndTheme(visitor, [390, 1440], async (look) => {
        expect(await overflowOf(visitor), `${path} at ${look.width}`).toBe(0);
        const shots = process.env.TRADE_SHOTS;
        const file = `${name.slice(0, 4)}${path.replaceAll('/', '-')}-${look.width}-${look.colorScheme}.png`;
        if (shots) await visitor.screenshot({ path: `${shots}/${file}`, fullPage: true });
      });
    }
    for (const word of company.own) expect(all.join('\n')).toContain(word);
    await visitor.context().close();
  },
);
