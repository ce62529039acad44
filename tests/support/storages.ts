import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import S3rver from '@20minutes/s3rver';
import { createS3Storage } from '../../src/media/s3-storage.ts';
import { createFolderStorage, type Storage } from '../../src/media/storage.ts';

/** The storages that every test of files runs on. */
export const storageKinds = ['folder', 'S3 store'] as const;
export type StorageKind = (typeof storageKinds)[number];

export interface OpenedStorage {
  storage: Storage;
  close(): Promise<void>;
}

/** The keys that the test's store knows. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An empty storage of a kind; `open` starts the store. */
export async function openStorage(kind: StorageKind, open = openS3): Promise<OpenedStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-storage-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  if (kind === 'folder') return { storage: createFolderStorage(join(folder, 'uploads')), close: remove };
  const store = await open(folder);
  const options = { ...s3Credentials, endpoint: store.endpoint, bucket: store.bucket, region: 'us-east-1' };
  const storage = createS3Storage({ ...options, prefix: 'uploads/' });
  return {
    storage,
    close: async () => {
      await store.close();
      await remove();
    },
  };
}

/** A real store on a port of its own, with an empty bucket. */
export async function openS3(folder: string) {
  const bucket = 'atrium';
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3') },
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return { bucket, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * The same in a process of its own, for lists of more than one page: s3rver 5.0 encrypts where a page ends by DES, which OpenSSL 3 has
 * only when a process is started with its old ciphers.
 */
export async function openPagedS3(folder: string): Promise<Awaited<ReturnType<typeof openS3>>> {
  const child = spawn(process.execPath, ['--openssl-legacy-provider', 'tests/support/s3-server.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [endpoint] = await once(createInterface(child.stdout), 'line');
  const close = async () => {
    child.kill();
    await once(child, 'close');
  };
  return { bucket: 'atrium', endpoint, close };
}
