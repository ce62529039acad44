import { describe, expect, test } from 'vitest';
import { publicPages } from '../../src/shared/public-pages.ts';
import type { Fields } from '../../src/shared/settings/field-types.ts';
import { findSettings, settingHref, settingPlaces } from '../../src/shared/settings/setting-search.ts';
import englishWords from '../../src/shared/settings/search-words/en.json' with { type: 'json' };
import { findGroup, groupNames } from '../../src/shared/settings/groups.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { isShortForm } from '../support/test-form.ts';

const first = (text: string, role: Parameters<typeof findSettings>[1] = 'admin') => {
  const [found] = findSettings(text, role, settingDefaults);
  return found && `${found.group}#${found.path}`;
};

/** What owners type to reach a page of the site: five in English, then in German, French, Spanish and Turkish. */
const ownerWords: Readonly<Record<string, readonly string[]>> = {
  home: [
    ...['home page', 'start page', 'front page', 'main page', 'welcome page'],
    ...['Startseite', 'page d’accueil', 'página de inicio', 'ana sayfa'],
  ],
  about: [
    ...['about us', 'who we are', 'our story', 'company page', 'about page'],
    ...['Über uns', 'qui sommes-nous', 'quiénes somos', 'hakkımızda'],
  ],
  services: [
    ...['services page', 'what we do page', 'page with our services', 'offers page', 'treatments page'],
    ...['Leistungsseite', 'page des services', 'página de servicios', 'hizmetler sayfası'],
  ],
  portfolio: [
    ...['portfolio page', 'projects page', 'references page', 'our work page', 'case studies page'],
    ...['Referenzseite', 'page des projets', 'página de proyectos', 'projeler sayfası'],
  ],
  team: [
    ...['team page', 'staff page', 'our people page', 'meet the team', 'employees page'],
    ...['Teamseite', 'page de l’équipe', 'página del equipo', 'ekip sayfası'],
  ],
  gallery: [
    ...['gallery page', 'photo page', 'photos page', 'page with pictures', 'photo gallery page'],
    ...['Galerieseite', 'page de galerie', 'página de galería', 'galeri sayfası'],
  ],
  blog: [
    ...['blog page', 'news page', 'articles page', 'posts page', 'page with the news'],
    ...['Blogseite', 'page du blog', 'página del blog', 'blog sayfası'],
  ],
  career: [
    ...['careers page', 'jobs page', 'vacancies page', 'hiring page', 'work with us page'],
    ...['Karriereseite', 'page recrutement', 'página de empleo', 'kariyer sayfası'],
  ],
  quotations: [
    ...['quotation page', 'quote form', 'request a quote', 'ask for a price', 'quotation form'],
    ...['Angebotsformular', 'page de devis', 'formulario de presupuesto', 'teklif formu'],
  ],
  internship: [
    ...['internship page', 'internship form', 'interns page', 'trainee page', 'apply for an internship'],
    ...['Praktikumsseite', 'page de stage', 'página de prácticas', 'staj sayfası'],
  ],
  contact: [
    ...['contact page', 'contact form', 'contact us', 'get in touch', 'write to us'],
    ...['Kontaktformular', 'formulaire de contact', 'formulario de contacto', 'iletişim formu'],
  ],
  privacy: [
    ...['privacy policy', 'privacy page', 'data protection', 'privacy notice', 'GDPR page'],
    ...[
      'Datenschutzerklärung',
      'politique de confidentialité',
      'política de privacidad',
      'gizlilik politikası',
    ],
  ],
  imprint: [
    ...['imprint', 'legal notice', 'legal page', 'site notice', 'publisher'],
    ...['Impressum', 'mentions légales', 'aviso legal', 'künye'],
  ],
  terms: [
    ...['terms and conditions', 'terms of service', 'terms page', 'return policy', 'conditions'],
    ...['AGB', 'conditions générales', 'condiciones generales', 'kullanım koşulları'],
  ],
  cookies: [
    ...['cookies', 'cookie policy', 'cookie page', 'cookie banner', 'cookie notice'],
    ...['Cookie-Richtlinie', 'politique de cookies', 'política de cookies', 'çerez politikası'],
  ],
};

describe('the search for a setting', () => {
  test.each([
    ['opening hours', 'company#opening_hours'],
    ['ÖFFNUNGSZEITEN', 'company#opening_hours'],
    ['offnungszeiten', 'company#opening_hours'],
    ['horaires', 'company#opening_hours'],
    ['calisma saatleri', 'company#opening_hours'],
    ['Strasse', 'company#address.street'],
    ['favicon', 'brand#icon'],
    ['logo hochladen', 'brand#logo'],
    ['change our logo', 'brand#logo'],
    ['couleur', 'brand#accent'],
    ['renk', 'brand#accent'],
    ['USt-IdNr', 'company#registration.vat_id'],
    ['Geschäftsführer', 'company#registration.directors'],
    ['facebook', 'company#social'],
    ['mentions légales', 'legal#imprint'],
    ['AGB', 'legal#terms'],
    ['Menü', 'navigation#header'],
    ['hide from google', 'search#is_hidden'],
    ['switch off the blog', 'features#blog'],
    ['Startseite', 'pages#home'],
    ['services', 'lists#services'],
    ['Kategorien', 'choices#blog_categories'],
    ['fuseau horaire', 'region#time_zone'],
    ['Navigation', 'navigation#'],
    ['eckig', 'brand#corners'],
    ['Weiterleitungen', 'screen#/admin/settings/redirects'],
    ['API key', 'screen#/admin/account#api-tokens'],
    ['contraseña', 'screen#/admin/account#password'],
    ['Benutzer', 'screen#/admin/users'],
  ])('leads from “%s” to %s first', (text, place) => {
    expect(first(text)).toBe(place);
  });

  test.each([
    ['7946 0213', 'company#phone'],
    ['skylight house', 'company#address.street'],
    ['Cloud Solutions', 'lists#services.3.title'],
  ])('finds “%s” where it stands now', (text, place) => {
    expect(first(text)).toBe(place);
  });

  test.each(publicPages.map(({ texts }) => (typeof texts === 'string' ? texts : texts.document)))(
    'leads from the words of an owner to the page %s at once',
    (page) => {
      const words = ownerWords[page] ?? [];
      expect(words.length).toBeGreaterThanOrEqual(9);
      // In the short form two in English and one in each other language.
      const tried = words.filter((_, at) => !isShortForm || at < 2 || at > 4);
      const astray = tried.flatMap((text) => {
        const [found] = findSettings(text, 'admin', settingDefaults);
        const href = found && settingHref(found);
        return href === `/admin/settings/page/${page}` ? [] : `${text}: ${href}`;
      });
      expect(astray).toEqual([]);
    },
  );

  test('shows only the groups that a role may see', () => {
    const groups = (role: Parameters<typeof findSettings>[1]) =>
      new Set(
        ['logo', 'phone', 'services', 'imprint', 'Startseite'].flatMap((text) =>
          findSettings(text, role, settingDefaults).map(({ group }) => group),
        ),
      );
    expect(
      [...groups('content_moderator')].filter((name) => !['pages', 'lists', 'choices'].includes(name)),
    ).toEqual([]);
    expect(groups('hr').size).toBe(0);
  });

  test('knows every field, every page and the screens that a role may open', () => {
    const pathsOf = (fields: Fields, prefix = ''): string[] =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'section' ? pathsOf(field.fields, `${prefix}${name}.`) : [prefix + name],
      );
    const placesOf = (role: 'admin' | 'hr') =>
      settingPlaces(role, {}).map(({ group, path }) => `${group}#${path}`);
    const known = new Set(placesOf('admin'));
    const wanted = groupNames.flatMap((name) =>
      pathsOf(findGroup(name)!.fields).map((path) => `${name}#${path}`),
    );
    const pages = publicPages.flatMap(({ texts }) => (typeof texts === 'string' ? `pages#${texts}` : []));
    expect([...wanted, ...pages].filter((place) => !known.has(place))).toEqual([]);
    expect(
      placesOf('hr').filter((place) => !/^(screen#\/admin\/(account|activities)|answers#)/.test(place)),
    ).toEqual([]);
  });

  test('finds nothing for nothing', () => {
    expect(['', '  ', '…', 'xyzzy'].flatMap((text) => findSettings(text, 'admin', settingDefaults))).toEqual(
      [],
    );
  });

  test('has words only for fields that exist', () => {
    const pathsOf = (fields: Fields, prefix = ''): string[] =>
      Object.entries(fields).flatMap(([name, field]) => [
        prefix + name,
        ...(field.kind === 'section' ? pathsOf(field.fields, `${prefix}${name}.`) : []),
      ]);
    const unknown = groupNames.flatMap((name) => {
      const known = new Set(['', ...pathsOf(findGroup(name)!.fields)]);
      return Object.keys(englishWords[name]).filter((path) => !known.has(path));
    });
    expect(unknown).toEqual([]);
  });
});
