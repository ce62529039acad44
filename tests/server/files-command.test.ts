import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createS3Storage } from '../../src/pictures/files/s3-storage.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { openS3, type StorageKind, s3Credentials, storageKinds } from '../support/storages.ts';

const longAgo = new Date('2025-01-01');
const picture = `uploads/${'a'.repeat(32)}-00000000.png`;
const document = `private/${'b'.repeat(32)}-00000000.pdf`;

/** Runs `npm run files`. Returns its output and exit code. */
async function files(act: string, env: Record<string, string>, ...more: string[]) {
  const { errors, ...ended } = await run(act, env, ...more);
  return { ...ended, ...(more.length > 0 && { errors }) } as Ended;
}

interface Ended {
  code: number;
  lines: string[];
  errors: string[];
}

function run(act: string, env: Record<string, string>, ...more: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/commands/files.ts', act, ...more],
      { env: { PATH: process.env.PATH, ...env } },
      (_error, output, errors) =>
        resolve({
          code: child.exitCode ?? -1,
          lines: output.trim().split('\n'),
          errors: errors.trim().split('\n'),
        }),
    );
  });
}

// The full form only: `storages.test.ts` copies files in the test's process.
test.skipIf(isShortForm)('a move reports its progress by a few lines in a pipe', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-move-'));
  const store = await openS3(folder);
  const { accessKeyId, secretAccessKey } = s3Credentials;
  const env = {
    DATA_DIR: join(folder, 'data'),
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  await mkdir(join(folder, 'data/uploads'), { recursive: true });
  for (let at = 0; at < 40; at += 1) await writeFile(join(folder, `data/uploads/${at}.png`), String(at));
  const { code, lines, errors } = await files('move', env, 'to-store');
  expect({ code, lines }).toEqual({
    code: 0,
    lines: ['uploads: copied 40, there already 0.', 'private: copied 0, there already 0.'],
  });
  expect(errors.length).toBeLessThan(10);
  expect(errors.join('')).toContain('Copying uploads: 50 %');
  const away = await files('move', { ...env, S3_BUCKET: 'elsewhere' }, 'to-store');
  expect(away).toMatchObject({ code: 1 });
  expect(away.errors.at(-1)).toMatch(/^the S3 store failed \(S3_BUCKET elsewhere at /);
  await store.close();
  await rm(folder, { recursive: true });
});

// `storages.test.ts` compares the storages.
describe.each(chooseByForm<readonly StorageKind[]>(storageKinds, ['folder']))(
  'the command about files with the %s',
  (kind) => {
    test.skipIf(isShortForm)('lists what a crash left, public and private, and mends it', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'atrium-files-'));
      const store = kind === 'S3 store' ? await openS3(folder) : undefined;
      const env: Record<string, string> = { DATA_DIR: join(folder, 'data'), SEED: 'none' };
      if (store) {
        const { accessKeyId, secretAccessKey } = s3Credentials;
        Object.assign(env, { S3_ENDPOINT: store.endpoint, S3_BUCKET: store.bucket });
        Object.assign(env, { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey });
      }
      /** Creates a file without a row that is old enough to be removed. */
      const leave = async (path: string) => {
        const local = store ? join(folder, 'passing') : join(folder, 'data', path);
        await mkdir(dirname(local), { recursive: true });
        await writeFile(local, 'left');
        await utimes(local, longAgo, longAgo);
        if (!store) return;
        const [part, key = ''] = path.split('/');
        const options = { endpoint: store.endpoint, bucket: store.bucket, region: 'us-east-1' };
        await createS3Storage({ ...s3Credentials, ...options, prefix: `${part}/` }).put(key, local);
        // The store reports the modification time of its own file.
        await utimes(join(folder, 's3', store.bucket, `${path}._S3rver_object`), longAgo, longAgo);
      };
      expect(await files('check', env)).toEqual({ code: 0, lines: ['Files and rows agree.'] });
      await leave(picture);
      await leave(document);
      expect(await files('check', env)).toEqual({
        code: 1,
        lines: [
          `${picture} is shown by no row`,
          `${document} belongs to no message`,
          '2 to mend: npm run files -- fix',
        ],
      });
      expect(await files('fix', env)).toEqual({
        code: 0,
        lines: [
          `removed ${picture}`,
          `removed ${document}`,
          'Removed 1 files that no row shows and 1 private ones; measured 0 pictures.',
        ],
      });
      expect(await files('check', env)).toEqual({ code: 0, lines: ['Files and rows agree.'] });
      await store?.close();
      await rm(folder, { recursive: true });
    });
  },
);
