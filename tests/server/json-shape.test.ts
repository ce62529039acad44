import { expect, test } from 'vitest';
import { expectModestJson } from '../../src/http/server/body-limits.ts';
import { listNames } from '../../src/shared/enumerations.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const site = useSite();

const refusal = (value: unknown) => {
  try {
    expectModestJson(typeof value === 'string' ? value : JSON.stringify(value));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('JSON of 32 levels and 10,000 members passes, and one more of either does not', () => {
  const deep = 'The JSON may be at most 32 levels deep.';
  const long = 'The JSON may have at most 10,000 members.';
  const cases: [name: string, value: unknown, refusal: string | undefined][] = [
    ['32 levels', nested(32), undefined],
    ['34 levels', nested(34), deep],
    ['many levels, one after the other', Array.from({ length: 500 }, () => ({ a: [{ b: [] }] })), undefined],
    ['a list of 10,000 numbers', Array.from({ length: 10_000 }, () => 1), undefined],
    ['a list of 10,001 numbers', Array.from({ length: 10_001 }, () => 1), long],
    ['empty objects', `[${'{},'.repeat(6000)}{}]`, long],
    ['marks within a text', { text: '[{,'.repeat(20_000) }, undefined],
    ['a text with quotes and backslashes', { text: '\\",\\\\"[{,"'.repeat(20_000) }, undefined],
    ['what follows a text that ends with a backslash', `["\\\\",${'1,'.repeat(10_000)}1]`, long],
    ['a text without an end', `"${'\\",'.repeat(20_000)}`, undefined],
  ];
  for (const [name, value, expected] of cases) expect(refusal(value), name).toBe(expected);
});

test.skipIf(isShortForm)(
  'full lists of choices with all former names are saved, and no larger JSON is read there',
  async () => {
    const path = '/api/admin/settings/choices';
    const { value } = (await site.rest('admin').get(path)).body;
    const former = (key: string) => Array.from({ length: 30 }, (_, at) => `${key} ${at}`.padEnd(80, '漢'));
    const entries = (list: string) =>
      Array.from({ length: 200 }, (_, at) => {
        const key = `${list.replace('_', '-')}-${at}`;
        return { ...value[list][0], key, name: key, former: former(key) };
      });
    const full = Object.assign({ ...value }, ...listNames.map((list) => ({ [list]: entries(list) })));
    const saved = await site.rest('admin').put(path, { value: full });
    expect(saved.status).toBe(200);
    const again = await site.as('admin').settings.update.mutate({ group: 'choices', value: full });
    for (const stored of [saved.body.value, again.value])
      for (const list of listNames) expect(stored[list].at(-1), list).toEqual(full[list].at(-1));

    const larger = { value: { ...full, more: Array.from({ length: 3000 }, () => 1) } };
    const message = 'The JSON may have at most 30,000 members.';
    expect((await site.rest('admin').put(path, larger)).body).toMatchObject({ message });
  },
);
