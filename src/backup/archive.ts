import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Encrypter } from 'age-encryption';
import { Header, Pack, Parser, ReadEntry } from 'tar';
import { type DecryptionKeys, openBackupFile } from './encryption.ts';
import { Manifest, manifestHashName, manifestName, type OnBackupProgress, BackupPart } from './manifest.ts';

export interface TarFile {
  name: string;
  bytes: number;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/**
 * Yields each chunk before it reads the next one, so memory holds one. The archive as a whole is not
 * compressed, so damage affects only one file.
 * @throws {Error} when a file has more or fewer bytes than it says
 */
export async function* packTar(files: AsyncIterable<TarFile>): AsyncGenerator<Buffer> {
  const pack = new Pack();
  for await (const { name, bytes, content } of files) {
    const facts = {
      path: name,
      size: bytes,
      type: 'File',
      mode: 0o600,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
    } as const;
    const entry = new ReadEntry(new Header(facts));
    pack.add(entry);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      if (written > bytes) break;
      entry.write(chunk);
      yield* packed(pack);
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes and not ${bytes}`);
    entry.end();
    yield* packed(pack);
  }
  pack.end();
  yield* packed(pack);
}

function* packed(pack: Pack): Generator<Buffer> {
  for (let chunk = pack.read(); chunk !== null; chunk = pack.read()) yield chunk;
}

/**
 * Writes an archive into a new file and flushes it, so that it survives a power failure.
 * @throws {Error} when `file` already exists
 */
export async function writeArchive(
  file: string,
  files: AsyncIterable<TarFile>,
  encrypter: Encrypter | undefined,
): Promise<void> {
  const tar = Readable.from(packTar(files));
  // Node types its own web streams, the library those of browsers.
  const content = encrypter
    ? await encrypter.encrypt(Readable.toWeb(tar) as ReadableStream<Uint8Array>)
    : tar;
  // The archive contains the whole database, so only its owner may read it.
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Yields a file, and adds it with its hash to `parts` once its content was read. */
export async function* recordFileHash(
  parts: Map<string, BackupPart>,
  { name, bytes, content }: TarFile,
): AsyncGenerator<TarFile> {
  const hash = createHash('sha256');
  yield { name, bytes, content: hashed(content, hash) };
  parts.set(name, { name, bytes, sha256: hash.digest('hex') });
}

/** The last files of a backup. */
export async function* tarFilesOfManifest(manifest: Manifest): AsyncGenerator<TarFile> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const seal = Buffer.from(sha256Of(text));
  yield { name: manifestName, bytes: text.length, content: [text] };
  yield { name: manifestHashName, bytes: seal.length, content: [seal] };
}

interface ArchiveContent {
  parts: Map<string, BackupPart>;
  manifest: string;
  seal: string;
  /** The part within which the archive ends. Undefined for a complete archive. */
  cut?: string;
}

/**
 * Extracts the parts that `isWanted` accepts into `folder`, and checks the hashes of all.
 * @throws {Error} when the file is missing, cannot be decrypted, is not a backup, is damaged or has another
 * format
 */
export async function readArchive(
  file: string,
  folder: string,
  isWanted: (name: string) => boolean,
  onProgress: OnBackupProgress,
  opening: DecryptionKeys = {},
): Promise<Manifest> {
  const content = await readParts(file, folder, isWanted, onProgress, opening);
  const manifest = openManifest(file, content);
  const damaged = manifest.parts.find(({ name, sha256 }) => content.parts.get(name)?.sha256 !== sha256);
  if (damaged) throw new Error(`${file} is damaged: ${damaged.name} is not what was put in`);
  const known = new Set(manifest.parts.map(({ name }) => name));
  const foreign = [...content.parts.keys()].find((name) => !known.has(name));
  if (foreign) throw new Error(`${file} is damaged: ${foreign} is not named in ${manifestName}`);
  return manifest;
}

function openManifest(file: string, { manifest, seal, cut, parts }: ArchiveContent): Manifest {
  if (cut) throw new Error(`${file} is damaged: it ends in the middle of ${cut}`);
  if (!manifest && parts.size === 0) throw new Error(`${file} is no backup`);
  if (manifest === '' || sha256Of(manifest) !== seal)
    throw new Error(`${file} is damaged: ${manifestName} is not what was put in`);
  const parsed = Manifest.safeParse(JSON.parse(manifest));
  if (!parsed.success) throw new Error(`${file} was made by another version of this program`);
  return parsed.data;
}

async function readParts(
  file: string,
  folder: string,
  isWanted: (name: string) => boolean,
  onProgress: OnBackupProgress,
  opening: DecryptionKeys,
): Promise<ArchiveContent> {
  const facts = await stat(file).catch(() => undefined);
  // A folder cannot be read, and a device may never end.
  if (!facts?.isFile()) throw new Error(`there is no file ${file}`);
  const total = facts.size;
  const read: ArchiveContent = { parts: new Map(), manifest: '', seal: '' };
  const take = async (entry: ReadEntry) => {
    const name = entry.path;
    if (name === manifestName) read.manifest = (await entry.concat()).toString();
    else if (name === manifestHashName) read.seal = (await entry.concat()).toString();
    else read.parts.set(name, await takePart(entry, isWanted(name) ? folder : undefined));
    if (entry.remain > 0) read.cut = name;
  };
  let taking = Promise.resolve();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  // The parser skips an entry with a broken header. The comparison with the manifest reports it.
  const parser = new Parser({
    onReadEntry: (entry) => {
      taking = taking.then(() => take(entry)).catch(failure.reject);
    },
  });
  const emitted = (event: 'drain' | 'end') => Promise.race([once(parser, event), failure.promise]);
  let seen = 0;
  for await (const chunk of await openBackupFile(file, opening)) {
    seen += chunk.length;
    onProgress(seen, total);
    if (!parser.write(chunk)) await emitted('drain');
  }
  const ended = emitted('end');
  parser.end();
  await ended;
  await Promise.race([failure.promise, taking]);
  return read;
}

async function takePart(entry: ReadEntry, folder: string | undefined): Promise<BackupPart> {
  const hash = createHash('sha256');
  if (folder !== undefined && BackupPart.shape.name.safeParse(entry.path).success) {
    const target = join(folder, entry.path);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(hashed(entry, hash), createWriteStream(target, { mode: 0o600 }));
  } else for await (const _ of hashed(entry, hash));
  return { name: entry.path, bytes: entry.size - entry.remain, sha256: hash.digest('hex') };
}

async function* hashed(content: TarFile['content'], hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
