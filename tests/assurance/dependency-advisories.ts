import { readFile } from 'node:fs/promises';

/** A package and its version in `package-lock.json`. */
interface Dependency {
  name: string;
  version: string;
}

/** The newest public advisories about a package. `fixedIn` is the first version without these problems. */
interface Advisory {
  id: string;
  about: string;
  fixedIn: string;
}

/** The day when somebody looked up the advisories. The registry in use offers no audit. */
const lookedUp = '2026-11-21';

const advisories: Record<string, Advisory> = {
  '@fastify/multipart': {
    id: 'CVE-2025-24033',
    about: 'files of a broken-off upload stayed',
    fixedIn: '9.0.3',
  },
  '@fastify/static': {
    id: 'CVE-2026-15074',
    about: 'dots in an address passed a guarded folder',
    fixedIn: '10.1.1',
  },
  '@mikro-orm/core': {
    id: 'CVE-2026-34220, GHSA-qpfv-44f3-qqx6',
    about: 'SQL by a crafted object; prototype pollution',
    fixedIn: '6.6.14',
  },
  '@mikro-orm/sql': { id: 'CVE-2026-44680', about: 'SQL by names and keys of JSON', fixedIn: '6.6.14' },
  '@trpc/server': { id: 'CVE-2025-68130', about: 'prototype pollution by form data', fixedIn: '11.8.0' },
  dompurify: {
    id: 'CVE-2026-49458, CVE-2026-49459, CVE-2026-49978',
    about: 'script past cleaning in place',
    fixedIn: '3.4.11',
  },
  'fast-uri': { id: 'CVE-2026-6321', about: 'a path that escapes its folder', fixedIn: '3.1.7' },
  fastify: {
    id: 'GHSA-3m5p-2c4r-xxw2, GHSA-w2qp-rph6-63g4, CVE-2026-33806',
    about: 'forwarded headers of untrusted connections; bodies past their validation',
    fixedIn: '5.12.3',
  },
  kysely: { id: 'CVE-2026-33442', about: 'SQL by keys of JSON paths', fixedIn: '0.28.14' },
  nodemailer: {
    id: 'CVE-2026-82659',
    about: 'files and addresses read through the raw option',
    fixedIn: '9.0.1',
  },
  'pdfjs-dist': {
    id: 'CVE-2024-4367, CVE-2026-16633',
    about: 'script of a PDF that is opened',
    fixedIn: '6.2.108',
  },
  'react-router': {
    id: 'CVE-2026-21884',
    about: 'script in the restoring of scroll places',
    fixedIn: '7.12.0',
  },
  sharp: {
    id: 'GHSA-f88m-g3jw-g9cj and those of libheif',
    about: 'pictures made to harm',
    fixedIn: '0.35.4',
  },
  tar: { id: 'CVE-2026-59873', about: 'a packed bomb', fixedIn: '7.5.19' },
};

/**
 * Packages that the page lists in addition to the dependencies in `package.json`: packages that browsers
 * load, and indirect dependencies that once had an advisory.
 */
const beside = [
  '@mikro-orm/sql',
  'fast-uri',
  'react',
  'react-dom',
  'react-router',
  'dompurify',
  'pdfjs-dist',
];

/** Returns the Markdown section about packages: their versions and the last known advisories. */
export async function renderDependencies(): Promise<string> {
  const rows = (await listDependencies()).map(({ name, version }) => {
    const known = advisories[name];
    const told = known
      ? `${known.id}: ${known.about}; fixed in ${known.fixedIn}`
      : 'none found by a search for the name';
    return `| ${name} | ${version} | ${told} |`;
  });
  return [
    '## Dependencies',
    '',
    `Looked up by name on ${lookedUp}, as the registry in use offers no audit: what the server runs, and what a browser gets of others.`,
    '',
    ...['| package | version | last advisory known |', '| --- | --- | --- |'],
    ...rows,
    '',
  ].join('\n');
}

async function listDependencies(): Promise<Dependency[]> {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const wanted = new Set([...Object.keys(dependencies), ...beside]);
  const found = (await readLock()).filter(({ name }) => wanted.has(name));
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

async function readLock(): Promise<Dependency[]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name && version ? [{ name, version }] : [];
  });
}
