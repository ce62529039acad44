import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Unavailable } from '../../src/shared/errors.ts';
import { translateError } from '../../src/trpc/errors.ts';
import { createImageProcessPool, PictureRefused } from '../../src/pictures/processing/image-processes.ts';
import { photograph } from '../support/pictures.ts';
import { isShortForm } from '../support/test-form.ts';

/** No test takes so long. */
const noLimitMs = 600_000;

let folder: string;
let from: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-images-'));
  from = join(folder, 'photograph');
  await writeFile(from, await photograph(6, { width: 3000, height: 2000 }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(isShortForm)(
  'UP4, LD2: a full queue for pictures responds 503 with the time to retry, and continues',
  async () => {
    const work = createImageProcessPool({ parallel: 1, maxWaiting: 1, maxMs: noLimitMs });
    const clean = (name: string) => work('clean', { from, to: join(folder, name) });
    const [first, second, third] = await Promise.allSettled(['a', 'b', 'c'].map(clean));
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled']);
    const { reason } = third as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(Unavailable);
    expect(translateError(reason)).toMatchObject({ status: 503, retryAfter: 2 });
    expect(await clean('d')).toMatchObject({ width: 3000, height: 2000, format: 'jpeg' });
  },
);

test('UP4: a picture that takes too long is refused, and the next one is processed', async () => {
  const hasty = createImageProcessPool({ parallel: 1, maxWaiting: 1, maxMs: 1 });
  await expect(hasty('clean', { from, to: join(folder, 'e') })).rejects.toBeInstanceOf(PictureRefused);
  const patient = createImageProcessPool({ parallel: 1, maxWaiting: 1, maxMs: noLimitMs });
  expect(await patient('measure', { from })).toMatchObject({ is_animated: false });
});
