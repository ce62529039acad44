import { expect, test } from 'vitest';
import { inferActivityModule } from '../../src/log/activity.entity.ts';
import { changedFieldsOf } from '../../src/shared/diff.ts';

test('only named fields that changed are returned, with their old and new value', () => {
  const before = { title: 'A', client: 'C', tags: ['x'], is_active: true, password_hash: 'secret' };
  const after = { title: 'B', client: 'C', tags: ['x', 'y'], is_active: false, password_hash: 'other' };
  expect(changedFieldsOf(before, after, ['title', 'client', 'tags', 'is_active'])).toEqual({
    title: { old: 'A', new: 'B' },
    tags: { old: ['x'], new: ['x', 'y'] },
    is_active: { old: true, new: false },
  });
});

test('an empty value and an absent one are the same', () => {
  expect(changedFieldsOf({ image: null }, {}, ['image'])).toEqual({});
  expect(changedFieldsOf({}, { image: 'a' }, ['image'])).toEqual({ image: { old: null, new: 'a' } });
});

test('long texts are shortened to 200 characters around their first difference', () => {
  const long = 'a'.repeat(1000);
  const { text } = changedFieldsOf({ text: `${long}old` }, { text: `${long}new` }, ['text']);
  expect(text).toEqual({ old: `…${'a'.repeat(40)}old`, new: `…${'a'.repeat(40)}new` });
  expect(changedFieldsOf({ text: '' }, { text: long }, ['text']).text).toEqual({
    old: '',
    new: `${'a'.repeat(200)}…`,
  });
});

test('no character is cut in two', () => {
  const faces = '😀'.repeat(500);
  for (const shift of ['', 'a', 'ab']) {
    const { text } = changedFieldsOf({ text: `${shift}${faces}x` }, { text: `${shift}${faces}y` }, ['text']);
    expect(String(text?.new).isWellFormed()).toBe(true);
    const { start } = changedFieldsOf({ start: '' }, { start: shift + faces }, ['start']);
    expect(String(start?.new).isWellFormed()).toBe(true);
  }
});

test('long lists are shortened too', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
  expect(changedFieldsOf({ tags: [] }, { tags }, ['tags']).tags?.new).toEqual([...tags.slice(0, 20), '…']);
});

test.each([
  ['Updated TEAM member "Ada"', 'team'],
  ['Created portfolio project "Blog of a job centre"', 'portfolio'],
  ['Deleted job posting "Blog editor"', 'job'],
  ['Created blog post "Patch windows"', 'blog'],
  ['Changed something', null],
])('the words %s speak of the module %s', (description, module) => {
  expect(inferActivityModule(description)).toBe(module);
});
