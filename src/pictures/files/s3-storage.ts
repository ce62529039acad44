import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { type Storage, StorageUnavailable } from './storage.ts';

interface S3Options {
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Separates the kinds of files in one bucket. */
  prefix: `${string}/`;
}

const tries = 3;
const connectMs = 3000;
/** A store that is silent for this long counts as unavailable. */
const silentMs = 60_000;

export function createS3Storage({ bucket, prefix, ...options }: S3Options): Storage {
  const client = openClient(options);
  const orUnavailable = unavailableErrorsFor(`${bucket} at ${options.endpoint ?? 'Amazon'}`);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  return {
    put: async (key, localPath) => {
      const { size } = await stat(localPath);
      const Body = createReadStream(localPath);
      try {
        await orUnavailable(client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: size })));
      } finally {
        Body.destroy();
      }
      await rm(localPath, { force: true });
    },
    read: async (key) => {
      const facts = await orUnavailable(client.send(new HeadObjectCommand(at(key))).catch(nothingIfMissing));
      if (!facts) return undefined;
      const open = (range?: { start: number; end: number }) =>
        Readable.from(
          stream(client, orUnavailable, {
            ...at(key),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
          { objectMode: false },
        );
      return { bytes: facts.ContentLength ?? 0, open };
    },
    remove: async (key) => {
      await orUnavailable(client.send(new DeleteObjectCommand(at(key))));
    },
    list: async function* () {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      for (;;) {
        const { done, value: page } = await orUnavailable(pages.next());
        if (done) return;
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified };
        }
      }
    },
    ping: async () => {
      await orUnavailable(client.send(new HeadBucketCommand({ Bucket: bucket })));
    },
  };
}

type ClientOptions = Omit<S3Options, 'bucket' | 'prefix'>;

function openClient({ endpoint, region, accessKeyId, secretAccessKey }: ClientOptions): S3Client {
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every compatible store accepts the bucket in the path. Few have a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
    maxAttempts: tries,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    // Not every store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // @aws-sdk/client-s3 3.1169 signs calls on the bucket with a trailing slash, which s3rver 5.0 and other
  // stores remove. Delete this when `HeadBucket` works without it.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string };
      if (request.path.length > 1) request.path = request.path.replace(/\/$/, '');
      return next(args);
    },
    { step: 'build', name: 'withoutTrailingSlash' },
  );
  return client;
}

async function* stream(
  client: S3Client,
  orUnavailable: OrUnavailable,
  what: { Bucket: string; Key: string; Range?: string },
) {
  const { Body } = await orUnavailable(client.send(new GetObjectCommand(what)));
  yield* Body as AsyncIterable<Buffer>;
}

type OrUnavailable = <T>(answer: Promise<T>) => Promise<T>;

/** `StorageUnavailable` names the bucket, its endpoint and the reason that the store gives. */
function unavailableErrorsFor(where: string): OrUnavailable {
  return async (answer) => {
    try {
      return await answer;
    } catch (cause) {
      const reason = `the S3 store failed (S3_BUCKET ${where}): ${reasonOf(cause)}`;
      throw new StorageUnavailable(reason, { cause });
    }
  };
}

/** A refused connection has them in an inner error. An empty response has only a name. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (!(cause instanceof Error)) return String(cause);
  return [cause.name, cause.message].filter((word) => word && word !== 'Error').join(': ');
}

function nothingIfMissing(error: unknown): undefined {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  if (status === 404) return undefined;
  throw error;
}
