import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingField } from '../../src/shared/settings/field-builders.ts';
import { mergeSettingValues } from '../../src/shared/settings/merge.ts';

const fields = {
  name: settingField.line('Name', 20),
  place: settingField.section('Place', {
    city: settingField.line('City', 20),
    street: settingField.line('Street', 20),
  }),
  links: settingField.list('Links', 'link', 'label', {
    label: settingField.requiredLine('Label', 20),
    url: settingField.line('Address', 20),
  }),
};
const link = (key: string, url = '') => ({ key, label: key, url });
const base = { name: 'A', place: { city: 'B', street: 'C' }, links: [link('x'), link('y'), link('z')] };
const merge = (theirs: object, mine: object) =>
  mergeSettingValues(fields, { base, theirs: { ...base, ...theirs }, ours: { ...base, ...mine } });
const order = (...keys: string[]) => ({ links: keys.map((key) => link(key)) });
const keysOf = ({ values }: ReturnType<typeof merge>) =>
  (values.links as { key: string }[]).map(({ key }) => key);

test('changes of different values are both taken', () => {
  const theirs = { place: { city: 'Ulm', street: 'C' }, links: [link('x', '/1'), link('y'), link('z')] };
  const mine = {
    name: 'N',
    place: { city: 'B', street: 'S' },
    links: [link('x'), link('y', '/2'), link('z')],
  };
  expect(merge(theirs, mine)).toEqual({
    values: {
      name: 'N',
      place: { city: 'Ulm', street: 'S' },
      links: [link('x', '/1'), link('y', '/2'), link('z')],
    },
    conflicts: [],
  });
});

test('two different changes of one value are a conflict, two equal ones are not', () => {
  expect(
    merge({ name: '1', place: { city: 'U', street: 'C' } }, { name: '2', place: { city: 'V', street: 'C' } })
      .conflicts,
  ).toEqual(['name', 'place.city']);
  expect(merge({ name: '1' }, { name: '1' }).conflicts).toEqual([]);
});

test('entries that are added, removed and moved come together', () => {
  expect(keysOf(merge(order('x', 'y', 'new', 'z'), order('z', 'x')))).toEqual(['z', 'x', 'new']);
  expect(keysOf(merge(order('y', 'x', 'z'), order('x', 'y', 'z', 'new')))).toEqual(['y', 'x', 'z', 'new']);
  expect(merge(order('y', 'x', 'z'), order('z', 'x', 'y')).conflicts).toEqual(['links']);
});

test('removing an entry that the other side changed is a conflict', () => {
  const changed = { links: [link('x', '/1'), link('y'), link('z')] };
  expect(merge(changed, order('y', 'z')).conflicts).toEqual(['links.x']);
  expect(merge(order('y', 'z'), changed).conflicts).toEqual(['links.x']);
  expect(merge(order('y', 'z'), { name: 'N' })).toMatchObject({ values: { name: 'N' }, conflicts: [] });
});

test('a side that changed nothing takes the other one', () => {
  const links = fc.uniqueArray(
    fc.record({ key: fc.constantFrom('x', 'y', 'z', 'n', 'm'), url: fc.constantFrom('', '/1') }),
    { selector: ({ key }) => key },
  );
  const state = fc.record({
    name: fc.constantFrom('A', 'N'),
    place: fc.record({ city: fc.constantFrom('B', 'U'), street: fc.constant('C') }),
    links: links.map((entries) => entries.map(({ key, url }) => link(key, url))),
  });
  fc.assert(
    fc.property(state, state, (origin, changed) => {
      const one = mergeSettingValues(fields, { base: origin, theirs: changed, ours: origin });
      const other = mergeSettingValues(fields, { base: origin, theirs: origin, ours: changed });
      expect(one).toEqual({ values: changed, conflicts: [] });
      expect(other).toEqual({ values: changed, conflicts: [] });
      const same = mergeSettingValues(fields, { base: origin, theirs: changed, ours: changed });
      expect(same).toEqual({ values: changed, conflicts: [] });
    }),
  );
});
