import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createS3Storage } from '../../src/pictures/files/s3-storage.ts';
import { createFolderStorage, type Storage } from '../../src/pictures/files/storage.ts';
import { loadTestPackage } from './test-packages.ts';

export const storageKinds = ['folder', 'S3 store'] as const;
export type StorageKind = (typeof storageKinds)[number];

export interface OpenedStorage {
  storage: Storage;
  close(): Promise<void>;
}

/** The part of the module s3rver that this file uses. */
interface S3Module {
  default: new (options: {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }) => {
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    store: { listObjects(bucket: string, options: { maxKeys?: number }): Promise<unknown> };
  };
}

/** The maximum number of names in one page of an S3 listing. */
export const largestPage = 1000;

/** The credentials that the S3 store of the tests accepts. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Creates an empty storage. For an S3 storage, `open` starts the store. */
export async function openStorage(
  kind: StorageKind,
  open: (folder: string) => ReturnType<typeof openS3> = openS3,
): Promise<OpenedStorage> {
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

/** Starts a real S3 store on its own port, with an empty bucket. A page of a listing has at most `pageSize` names. */
export async function openS3(folder: string, pageSize = largestPage) {
  const { default: S3rver } = await loadTestPackage<S3Module>('@20minutes/s3rver');
  const bucket = 'atrium';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { store } = server;
  const list = store.listObjects.bind(store);
  store.listObjects = (of, options) =>
    list(of, { ...options, maxKeys: Math.min(pageSize, options.maxKeys ?? pageSize) });
  const { port } = await server.run();
  return { bucket, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * Starts an S3 store in a separate process. A page of a listing has at most `pageSize` names. The process is separate
 * because s3rver 5.0 encrypts page tokens with DES, which needs OpenSSL's legacy provider.
 */
export async function openPagedS3(
  folder: string,
  pageSize: number,
): Promise<Awaited<ReturnType<typeof openS3>>> {
  const program = ['--openssl-legacy-provider', 'tests/support/s3-server.ts', folder, String(pageSize)];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [endpoint] = await once(createInterface(child.stdout), 'line');
  const close = async () => {
    child.kill();
    await once(child, 'close');
  };
  return { bucket: 'atrium', endpoint, close };
}
