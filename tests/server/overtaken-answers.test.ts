import { describe, expect, test } from 'vitest';
import { createAnswers } from '../../src/cache/answers.ts';

class Away extends Error {}

/** What is kept, over content whose version and clock the test sets. */
function scene() {
  const now = { version: 1, ms: 0 };
  const content = { known: () => now.version, ask: async () => now.version };
  const encode = async (body: Buffer) => body;
  const answers = createAnswers(
    content,
    1e6,
    encode,
    (error) => error instanceof Away,
    () => now.ms,
  );
  const make = (body: string, status = 200) =>
    answers.get('page', async () => ({ status, body, headers: {} }));
  const fail = (error: Error) => answers.get('page', () => Promise.reject(error));
  return { now, make, fail };
}

describe('DU3 an answer that a change has overtaken', () => {
  test.each([0, 59_000])('is given when it can not be made anew, %i ms after it was good', async (ms) => {
    const { now, make, fail } = scene();
    const good = await make('good');
    now.version = 2;
    now.ms = ms;
    expect(await fail(new Away())).toBe(good);
    expect(await make('away', 503)).toBe(good);
    expect((await make('newer')).body.toString()).toBe('newer');
  });

  test('is good until it is overtaken, however long ago it was made', async () => {
    const { now, make, fail } = scene();
    await make('good');
    now.ms = 1e9;
    const good = await make('never made');
    now.version = 2;
    now.ms += 30_000;
    expect(await fail(new Away())).toBe(good);
  });

  test('is not given later, nor when what it tells of is gone', async () => {
    const { now, make, fail } = scene();
    await make('good');
    now.version = 2;
    await expect(fail(new Error('gone'))).rejects.toThrow('gone');
    now.ms = 61_000;
    await expect(fail(new Away())).rejects.toThrow(Away);
    expect((await make('away', 503)).status).toBe(503);
  });
});
