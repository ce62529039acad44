import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser, type ReadEntry } from 'tar';
import { type DecryptionKeys, openBackupFile } from './encryption.ts';
import { Manifest, manifestName, Part, manifestHashName } from './manifest.ts';
import type { OnBackupProgress } from './progress.ts';

interface Read {
  parts: Map<string, Part>;
  manifest: string;
  seal: string;
  /**
   * The name of the part that is incomplete because the archive ends within it. Undefined when the archive does not end
   * within a part.
   */
  cut?: string;
}

/**
 * Extracts the parts whose names `isWanted` accepts into `folder`, and checks the hashes of all parts. Returns the
 * manifest.
 * @throws {Error} when the file is missing, cannot be decrypted, is not a backup, is damaged or has another format
 */
export async function readArchive(
  file: string,
  folder: string,
  isWanted: (name: string) => boolean,
  onProgress: OnBackupProgress,
  opening: DecryptionKeys = {},
): Promise<Manifest> {
  const read = await readParts(file, folder, isWanted, onProgress, opening);
  const manifest = openManifest(file, read);
  const damaged = manifest.parts.find(({ name, sha256 }) => read.parts.get(name)?.sha256 !== sha256);
  if (damaged) throw new Error(`${file} is damaged: ${damaged.name} is not what was put in`);
  const known = new Set(manifest.parts.map(({ name }) => name));
  const foreign = [...read.parts.keys()].find((name) => !known.has(name));
  if (foreign) throw new Error(`${file} is damaged: ${foreign} is not named in ${manifestName}`);
  return manifest;
}

function openManifest(file: string, { manifest, seal, cut, parts }: Read): Manifest {
  if (cut) throw new Error(`${file} is damaged: it ends in the middle of ${cut}`);
  if (!manifest && parts.size === 0) throw new Error(`${file} is no backup`);
  const isWhole = manifest !== '' && createHash('sha256').update(manifest).digest('hex') === seal;
  if (!isWhole) throw new Error(`${file} is damaged: ${manifestName} is not what was put in`);
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
): Promise<Read> {
  const found: Read = { parts: new Map(), manifest: '', seal: '' };
  const total = await stat(file).then(
    ({ size }) => size,
    () => {
      throw new Error(`there is no file ${file}`);
    },
  );
  let seen = 0;
  let taking = Promise.resolve();
  const take = async (entry: ReadEntry) => {
    const name = entry.path;
    if (name === manifestName) found.manifest = await textOf(entry);
    else if (name === manifestHashName) found.seal = await textOf(entry);
    else found.parts.set(name, await takePart(entry, isWanted(name) ? folder : undefined));
    if (entry.remain > 0) found.cut = name;
  };
  // The parser skips an entry with a broken header. The comparison with the manifest reports the skipped part as
  // damaged.
  const onReadEntry = (entry: ReadEntry) => {
    taking = taking.then(() => take(entry));
  };
  const parser = new Parser({ onReadEntry });
  const through = new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      seen += chunk.length;
      onProgress(seen, total);
      if (parser.write(chunk)) next();
      else parser.once('drain', next);
    },
    final: (next) => {
      parser.once('end', () => next());
      parser.end();
    },
  });
  await pipeline(await openBackupFile(file, opening), through);
  await taking;
  return found;
}

async function takePart(entry: ReadEntry, folder: string | undefined): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass() {
    for await (const chunk of entry) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  if (folder !== undefined && Part.shape.name.safeParse(entry.path).success) {
    const target = join(folder, entry.path);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(pass(), createWriteStream(target, { mode: 0o600 }));
  } else for await (const _ of pass());
  return { name: entry.path, bytes, sha256: hash.digest('hex') };
}

async function textOf(entry: ReadEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
