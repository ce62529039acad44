import { randomBytes } from 'node:crypto';
import { link, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/commands.ts';

const page = 'docs/records/bench.md';
const [begin, end] = ['<!-- backup: begin -->', '<!-- backup: end -->'];
const fileBytes = 10e6;
/**
 * The number of different files. All other uploads are hard links to these files, so that they take little
 * disk space.
 */
const originals = 20;
const aimMb = 300;

const tellsMemory = `data:text/javascript,process.on('exit', () => process.stderr.write(
  'peak ' + process.resourceUsage().maxRSS + ' '))`;

interface Row {
  name: string;
  seconds: number;
  megabytes: number;
}

/**
 * Measures the time and memory of the backup, its verification and its restore, with this many gigabytes of
 * uploads. Writes the results into `docs/records/bench.md`.
 */
export async function measureBackups(gigabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-backups-'));
  const at = (name: string) => join(folder, name);
  try {
    const env = { DATA_DIR: at('site') };
    await run(env, 'migrate');
    await fillUploads(at('site'), Math.round((gigabytes * 1e9) / fileBytes));
    const made = await run(env, 'backup', ['--new-identity', at('identity')]);
    const recipient = /age1\w+/.exec(made.stdout)?.[0] ?? '';
    await writeFile(at('phrase'), 'correct horse battery staple');
    const rows: Row[] = [];
    for (const { name, sealing, opening } of [
      { name: 'plain', sealing: ['--plain'], opening: [] },
      {
        name: 'for a recipient',
        sealing: ['--recipient', recipient],
        opening: ['--identity', at('identity')],
      },
      {
        name: 'with a passphrase',
        sealing: ['--passphrase-file', at('phrase')],
        opening: ['--passphrase-file', at('phrase')],
      },
    ]) {
      const file = at('backup');
      const steps: [string, () => Promise<{ megabytes: number }>][] = [
        [`backup, ${name}`, () => run(env, 'backup', [file, ...sealing])],
        [`proof, ${name}`, () => run(env, 'restore', ['--verify', file, ...opening])],
        [`restore, ${name}`, () => run({ DATA_DIR: at('new') }, 'restore', [file, ...opening])],
      ];
      // A passphrase only changes the first second of the work, so its verification and restore are not
      // measured.
      const measured = name === 'with a passphrase' ? steps.slice(0, 1) : steps;
      for (const [step, act] of measured) {
        const begun = performance.now();
        const { megabytes } = await act();
        rows.push({ name: step, seconds: (performance.now() - begun) / 1000, megabytes });
        console.log(rows.at(-1));
      }
      if ((await stat(file)).size < gigabytes * 1e9) throw new Error('the archive is too small');
      for (const gone of ['backup', 'new']) await rm(at(gone), { recursive: true, force: true });
    }
    await store(rows, gigabytes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillUploads(site: string, files: number): Promise<void> {
  const uploads = join(site, 'uploads');
  await mkdir(uploads, { recursive: true });
  const nameOf = (n: number) => join(uploads, `${n.toString(16).padStart(32, '0')}-00000000.jpeg`);
  for (let n = 0; n < files; n += 1) {
    if (n < originals) await writeFile(nameOf(n), randomBytes(fileBytes));
    else await link(nameOf(n % originals), nameOf(n));
  }
}

async function run(env: Record<string, string>, name: string, words: string[] = []) {
  const ended = await runCommand(env, name, words, ['--import', tellsMemory]);
  if (ended.code !== 0) throw new Error(`${name} ${words.join(' ')}: ${ended.stderr}`);
  return { ...ended, megabytes: Math.round(Number(/peak (\d+)/.exec(ended.stderr)?.[1]) / 1024) };
}

async function store(rows: Row[], gigabytes: number): Promise<void> {
  const text = [
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}: ${gigabytes} GB of uploads`,
    `in files of 10 MB, SQLite. Memory is the most that the process had; the aim is ${aimMb} MB.`,
    '',
    '| step | seconds | MB a second | memory, MB |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(({ name, seconds, megabytes }) => {
      const memory = megabytes > aimMb ? `**${megabytes}**` : megabytes;
      return `| ${name} | ${seconds.toFixed(0)} | ${((gigabytes * 1000) / seconds).toFixed(0)} | ${memory} |`;
    }),
  ].join('\n');
  console.log(text);
  const stored = await readFile(page, 'utf8');
  const [start, stop] = [stored.indexOf(begin), stored.indexOf(end)];
  if (start === -1 || stop === -1) throw new Error(`${page} has no marks ${begin} … ${end}`);
  await writeFile(page, `${stored.slice(0, start + begin.length)}\n\n${text}\n\n${stored.slice(stop)}`);
}
