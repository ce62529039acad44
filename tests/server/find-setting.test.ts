import { describe, expect, test } from 'vitest';
import { publicPages } from '../../src/shared/public-pages.ts';
import type { Fields } from '../../src/shared/settings/field-types.ts';
import { findSettings, settingPlaces } from '../../src/shared/settings/setting-search.ts';
import englishWords from '../../src/shared/settings/search-words/en.json' with { type: 'json' };
import { findGroup, groupNames } from '../../src/shared/settings/groups.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';

const first = (text: string, role: Parameters<typeof findSettings>[1] = 'admin') => {
  const [found] = findSettings(text, role, settingDefaults);
  return found && `${found.group}#${found.path}`;
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
