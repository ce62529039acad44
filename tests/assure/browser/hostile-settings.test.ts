import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { buildFormData } from '../../support/callers.ts';
import { chooseByForm, isShortForm } from '../../support/test-form.ts';
import { atEachWidthAndTheme, expectAccessibleAt } from '../../support/page-checks.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { photograph } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

let site: Awaited<ReturnType<typeof signInToApis>>;
const { server, browser } = useBrowserSite();
beforeAll(async () => {
  site = await signInToApis(server);
});

const long = 'Donaudampfschifffahrtselektrizitätenwerk';
const rightToLeft = 'ברוכים הבאים לאתר שלנו, חברה לעבודות מתכת';
const script = '</script><script>document.title="taken"</script><img src=x onerror=document.title="taken">';

const save = async (group: string, value: object) => {
  const saved = await site.api('PUT', `/api/admin/settings/${group}`, { value });
  expect(saved.errors, group).toBeUndefined();
};

/** Runs in the page. Returns what is beyond one of the edges of the screen. */
function beyondEdges(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')].filter(
    (element) =>
      element.checkVisibility() && !element.closest('pre, .hero-drawing, .visually-hidden, .site-form-trap'),
  );
  const beyond = shown.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return right > innerWidth + 1 || left < -1;
  });
  return beyond.map((element) => element.outerHTML.slice(0, 90));
}

const paths = chooseByForm(
  ['/', '/about', '/services', '/contact', '/quotations', '/team', '/nothing'],
  ['/', '/contact'],
);
const screens = chooseByForm(
  [
    ...['/admin/login', '/admin/dashboard', '/admin/settings/company', '/admin/settings/page/home'],
    '/admin/set-up/company',
  ],
  ['/admin/settings/company'],
);
const widths = chooseByForm([320, 390, 1440], [390]);

async function lookAround(name: string): Promise<void> {
  const page = await browser.visit('about:blank', { reducedMotion: 'reduce' });
  for (const path of paths) {
    await page.goto(server.url + path);
    await atEachWidthAndTheme(page, widths, async (look) => {
      const { width, colorScheme } = look;
      const shots = process.env.HOSTILE_SHOTS;
      const file = `${name}${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`;
      if (shots) await page.screenshot({ path: `${shots}/${file}`, fullPage: true });
      expect(await page.evaluate(beyondEdges), `${path} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      expect(await page.title()).not.toBe('taken');
      if (width !== 320) await expectAccessibleAt(page, look);
    });
  }
  await page.context().close();
}

const services = (title: string) => [{ title, summary: `${title} ${title}`, points: [title] }];

test('a name and texts of forty letters without a blank fit every page and the panel', async () => {
  expect(long).toHaveLength(40);
  await save('region', { language: 'de' });
  await save('company', {
    name: long,
    legal_name: `${long} GmbH`,
    tagline: long,
    summary: `${long} ${long}`,
    address: { street: long, city: long, region: long, postcode: '70173', country_code: 'DE' },
    email: `${long.replace('ä', 'ae')}@example.com`,
    phone: '+49 711 5550100',
    opening_hours: [long],
    social: [{ label: long, url: `https://example.com/${long}` }],
    registration: { court: long, number: long, vat_id: 'DE123456789', directors: long },
  });
  await save('lists', { services: services(long), highlights: [{ title: long, text: long }] });
  await save('navigation', {
    contact_label: long,
    header: [{ label: long, url: '/about', is_hidden: false }],
    footer: [{ label: long, url: 'https://example.com/', is_hidden: false }],
  });
  await lookAround('long');
  for (const path of screens) {
    for (const width of widths) {
      const page = await openScreen(browser, server, path, { viewport: { width, height: 844 } });
      await page.locator('h1').first().waitFor();
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await page.evaluate(overflow), `${path} at ${width}`).toBe(0);
      await expectAccessible(page);
      await page.context().close();
    }
  }
});

test('texts from right to left begin on the right, and fit', async () => {
  await save('company', { name: 'חברת המתכת', tagline: rightToLeft, summary: `${rightToLeft}.` });
  await save('navigation', { header: [{ label: 'אודות החברה', url: '/about', is_hidden: false }] });
  await save('lists', {
    services: services(rightToLeft),
    highlights: [{ title: rightToLeft, text: 'ברוכים' }],
  });
  await save('pages', { about: { mission: rightToLeft, vision: rightToLeft } });
  await lookAround('rtl');
  const page = await browser.visit(`${server.url}/services`);
  const gaps = await page.getByRole('heading', { level: 2, name: rightToLeft }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const [box, words] = [heading.getBoundingClientRect(), range.getBoundingClientRect()];
    return { left: words.left - box.left, right: box.right - words.right };
  });
  expect(gaps.right).toBeLessThanOrEqual(gaps.left);
  await page.context().close();
});

test.skipIf(isShortForm)(
  'markup in any text is text, and a picture at the top of every page fits beside it',
  async () => {
    await save('company', { name: script.slice(0, 80), tagline: script.slice(0, 100), summary: script });
    await save('lists', { services: services('</script><script>1</script>') });
    await save('search', { title_pattern: `{page} ${script.slice(0, 60)}`, description: script });
    const upload = async (field: string) => {
      const file = new File([new Uint8Array(await photograph(1, { width: 2000, height: 900 }))], 'a.jpeg', {
        type: 'image/jpeg',
      });
      const answer = await fetch(`${server.url}/api/admin/settings/pages/pictures`, {
        method: 'POST',
        headers: site.headers,
        body: buildFormData({ field, picture: file }),
      });
      return ((await answer.json()) as { path: string }).path;
    };
    const names = ['home', 'about', 'services', 'contact', 'quotations', 'team'];
    const pictures = await Promise.all(names.map((name) => upload(`${name}.picture`)));
    await save(
      'pages',
      Object.fromEntries(
        names.map((name, at) => [name, { picture: pictures[at], picture_alt: script.slice(0, 80) }]),
      ),
    );
    await lookAround('markup');
  },
);

test.skipIf(isShortForm)(
  'an accent that equals the background is on no text and no button alone',
  async () => {
    for (const name of ['company', 'lists', 'pages', 'navigation', 'search', 'region']) await save(name, {});
    for (const accent of ['#fbfaf6', '#0d1613']) {
      await save('brand', { accent });
      await lookAround(`accent-${accent.slice(1)}`);
    }
  },
);
