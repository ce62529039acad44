import { describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { picture } from '../support/pictures.ts';
import { fixedPaths, loadBuiltPages } from '../support/built-pages.ts';
import {
  exportToFolder,
  importFromFolder,
  openTransferSite,
  type TransferSite,
} from '../support/site-transfer.ts';
import { isShortForm } from '../support/test-form.ts';

const files = [
  '/manifest.webmanifest',
  '/robots.txt',
  '/feed.json',
  '/favicon.svg',
  '/icon-192.png',
  '/nothing',
];

/** Returns every page and file that the settings decide, by path. */
async function everything({ app }: TransferSite): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of [...fixedPaths, '/imprint', ...files]) {
    const { statusCode, rawPayload } = await app.app.inject(path);
    found[path] = `${statusCode} ${rawPayload.toString('latin1')}`;
  }
  const [look] = /\/brand\/\w+\/site\.css/.exec(found['/']!)!;
  found[look] = (await app.app.inject(look)).body;
  return found;
}

describe.each(databaseKinds)('the settings of a site, on %s', (kind) => {
  test.skipIf(isShortForm)('make the same pages of another site, byte for byte', () =>
    withTemporaryFolder(async (folder) => {
      const pages = await loadBuiltPages();
      const [from, to] = [await openTransferSite(kind, pages), await openTransferSite(kind, pages)];
      const admin = from.app.rest('admin');
      const save = async (group: string, value: object) =>
        expect((await admin.put(`/api/admin/settings/${group}`, { value })).status, group).toBe(200);
      const upload = async (group: string, field: string, width: number) => {
        const parts = buildFormData({ field, picture: await picture({ width, height: 200 }, 'a.png') });
        return (await admin.post(`/api/admin/settings/${group}/pictures`, parts)).body.path as string;
      };
      await save('region', { language: 'de', time_zone: 'Europe/Berlin', currency: 'EUR' });
      await save('company', {
        name: 'Brightforge',
        since: 1998,
        tagline: 'Metall nach Maß.',
        phone: '+49 711 5550100',
        hours: [{ first_day: 'Monday', last_day: 'Friday', times: '09:00–17:30' }],
        hours_exceptions: [{ day: '2099-12-24', times: '' }],
        address: { street: 'Königstraße 1', city: 'Stuttgart', postcode: '70173', country_code: 'DE' },
      });
      const [logo, top, shared] = [
        await upload('brand', 'logo', 600),
        await upload('pages', 'about.picture', 1700),
        await upload('search', 'picture', 1200),
      ];
      await save('brand', {
        accent: '#f26a1b',
        corners: '0',
        heading_font: 'fraunces',
        pictures: 'tone',
        logo,
      });
      await save('pages', { about: { picture: top, picture_alt: 'Halle', mission: 'Metall.' } });
      await save('lists', {
        services: [
          { title: 'Türen', summary: 'Alle.', points: ['Leise'], price: 'ab 900 €', duration: 'zwei Tage' },
        ],
      });
      await save('navigation', { header: [{ label: 'Wir', url: '/about', is_hidden: false }] });
      await save('features', { gallery: false });
      await save('search', { title_pattern: '{page} | {name}', picture: shared, google: 'abc' });
      await save('legal', { imprint: { is_shown: true, title: 'Impressum', text: '<p>{name}</p>' } });
      await exportToFolder(from, folder);
      const outcomes = await importFromFolder(to, folder);
      expect(outcomes.filter(({ outcome }) => outcome !== 'taken')).toEqual([]);
      // The smaller sizes are made some time later.
      for (const { app } of [from, to]) await app.makeSizes();
      const [one, other] = [await everything(from), await everything(to)];
      expect(one['/about']).toContain('Halle');
      expect(one['/about']).toContain('24. Dezember 2099');
      expect(other).toEqual(one);
      await Promise.all([from.close(), to.close()]);
    }),
  );
});
