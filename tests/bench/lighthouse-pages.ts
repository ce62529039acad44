import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isBuildStale } from '../../src/build/freshness.js';
import { readArguments } from '../../src/run-command.ts';
import { launchChromium } from '../support/chromium.ts';
import { installPackages } from '../support/test-packages.ts';
import { findFreePort } from '../support/free-port.ts';
import { publicPages } from '../support/public-pages.ts';
import { removeData, startServer } from '../support/running-server.ts';

const usage = [
  'usage: npm run bench:pages                what Lighthouse measures of every public page, into docs/records/pages.md',
  '       npm run bench:pages -- home blog   only prints the figures of these pages',
].join('\n');
const { positionals: wanted } = readArguments({}, usage);

interface Figure {
  name: string;
  read(report: Report): number;
  /** The maximum value, or the minimum value if `isScore` is set. */
  aim: number;
  isScore?: true;
  write(value: number): string;
}
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  runtimeError?: { message: string };
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

const score = (name: string, category: string, aim: number): Figure => ({
  name,
  aim,
  isScore: true,
  read: ({ categories }) => (categories[category]?.score ?? 0) * 100,
  write: (value) => value.toFixed(0),
});
const measure = (name: string, audit: string, aim: number, write: Figure['write']): Figure => ({
  name,
  aim,
  write,
  // A value that could not be measured misses its aim.
  read: ({ audits }) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY,
});

const figures = [
  score('performance', 'performance', 100),
  score('accessibility', 'accessibility', 100),
  score('best practices', 'best-practices', 100),
  score('SEO', 'seo', 100),
  measure('LCP', 'largest-contentful-paint', 1500, (value) => `${(value / 1000).toFixed(2)} s`),
  measure('CLS', 'cumulative-layout-shift', 0, (value) => value.toFixed(3)),
  measure('TBT', 'total-blocking-time', 10, (value) => `${value.toFixed(0)} ms`),
  measure('bytes', 'total-byte-weight', 300_000, (value) => `${(value / 1000).toFixed(0)} kB`),
];
const attempts = 2;
const rounds = 5;
const longest = 90_000;

if (isBuildStale()) spawnSync(process.execPath, ['src/commands/build.ts'], { stdio: 'inherit' });
const lighthouse = await loadLighthouse();
const server = await startServer({ SEED: 'starter', LOG_LEVEL: 'error' });
const port = await findFreePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
try {
  await untilPicturesAreMade();
  const pages = Object.entries(await publicPages(server));
  const chosen = wanted.length === 0 ? pages : pages.filter(([name]) => wanted.includes(name));
  const rows: string[] = [];
  for (const [name, path] of chosen) {
    const values = await check(server.url + path);
    rows.push(`| ${name} | ${values.map(tell).join(' | ')} |`);
    console.log(rows.at(-1));
  }
  if (wanted.length === 0) await writeFile('docs/records/pages.md', document(rows));
} finally {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
}

/** Installs and loads Lighthouse. It is not a dependency of the project because of its size. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = await installPackages('tests/bench/lighthouse');
  return (await import(pathToFileURL(`${folder}/node_modules/lighthouse/core/index.js`).href)).default;
}

/** Waits until the server has made the smaller versions of the starter pictures. */
async function untilPicturesAreMade(): Promise<void> {
  const lists = ['/api/blog-posts?per_page=100', '/api/portfolios', '/api/team'];
  for (const path of lists) {
    while (/"sources":\[\]/.test(await (await fetch(server.url + path)).text())) await wait(500);
  }
}

/** Returns the median of five measurements for each figure, because single results vary. */
async function check(url: string): Promise<number[]> {
  const looks: number[][] = [];
  for (let round = 0; round < rounds; round += 1) looks.push(await look(url));
  return figures.map(
    (_, index) => looks.map((values) => values[index] ?? 0).toSorted((a, b) => a - b)[(rounds - 1) / 2] ?? 0,
  );
}

async function look(url: string): Promise<number[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await within(longest, lighthouse(url, { port, logLevel: 'error', output: 'json' }));
      if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message);
      return figures.map(({ read }) => read(result.lhr));
    } catch (error) {
      if (attempt === attempts) throw new Error(`${url} could not be measured`, { cause: error });
    }
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isMet(value: number, index: number): boolean {
  const { aim = 0, isScore } = figures[index] ?? {};
  return isScore ? value >= aim : value <= aim;
}

function tell(value: number, index: number): string {
  const written = figures[index]?.write(value) ?? '';
  return isMet(value, index) ? written : `**${written}**`;
}

function document(rows: string[]): string {
  const aims = figures.map(({ aim, write, isScore }) => `${isScore ? '≥' : '≤'} ${write(aim)}`);
  return [
    '# Public pages in Lighthouse\n',
    'Written by `npm run bench:pages`: Lighthouse with its defaults for a phone (a slow line, a slow processor), on',
    'the starter content, server and browser on one machine: medians of five runs. What misses its aim is bold.\n',
    `| page | ${figures.map(({ name }) => name).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(figures.length)}`,
    `| *aim* | ${aims.join(' | ')} |`,
    ...rows,
    '',
  ].join('\n');
}
