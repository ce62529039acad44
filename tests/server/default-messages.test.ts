import { expect, test } from 'vitest';
import { z } from 'zod';
import '../../src/shared/fields.ts';

test.each<[string, z.ZodType, unknown, string]>([
  ['a type', z.object({ a: z.int() }), { a: 'x' }, 'This field must be a number'],
  ['a type inside', z.object({ a: z.array(z.boolean()) }), { a: [1] }, '0 must be true or false'],
  ['a choice', z.object({ a: z.enum(['', 'b']) }), { a: 'x' }, 'This field must be one of: (empty), b'],
  [
    'a union with own words',
    z.object({ a: z.union([z.literal(''), z.string('A must be text')]) }),
    { a: 1 },
    'A must be text',
  ],
  [
    'a union without',
    z.object({ a: z.union([z.literal(''), z.null()]) }),
    { a: 1 },
    'This field has a value of another kind',
  ],
  [
    'a long text',
    z.object({ a: z.string().max(2) }),
    { a: 'xyz' },
    'This field must have at most 2 characters',
  ],
  [
    'a short list',
    z.object({ a: z.array(z.int()).min(1) }),
    { a: [] },
    'This field must have at least 1 entry',
  ],
  ['a low number', z.object({ a: z.int().min(1) }), { a: 0 }, 'This field must be at least 1'],
  ['a format', z.object({ a: z.string().regex(/x/) }), { a: 'y' }, 'This field is not valid'],
  ['own words', z.object({ a: z.string('A is required') }), {}, 'A is required'],
])('a value that breaks a rule without words is told in words: %s', (_, schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
