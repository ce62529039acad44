import { type Check, checkGroups } from './checks.ts';
import { renderDependencies } from './dependency-advisories.ts';
import { type FoundTest, findTests } from './find-tests.ts';

export const pagePath = 'docs/records/assurance.md';

const head = `# Assurance

What the product must withstand, and the tests that check it, by title. Every test runs on a real server: on SQLite and PostgreSQL where the
database matters, through tRPC and REST where that matters. \`npm run assure\` runs the long tests in \`tests/assure\`, \`npm test\` all
others. ★ marks the most important checks. \`npm run assurance\` writes this page, and so does \`npm run assure\`.

\`npm run assure -- --against URL\` checks a running server from outside, by HTTP alone.
`;

/**
 * Returns the Markdown of the assurance page: every check with its tests or with the reason why it has none,
 * and the advisories about packages.
 */
export async function renderAssurancePage(): Promise<string> {
  const tests = await findTests();
  const groups = checkGroups.map(({ title, checks }) => {
    const rows = checks.map((check) => toRow(check, tests.get(check.id) ?? []));
    return [`## ${title}`, '', '| Check | Expected | Tests |', '| --- | --- | --- |', ...rows, ''].join('\n');
  });
  return [head, ...groups, await renderDependencies()].join('\n');
}

/** Returns the ids of the checks that have neither a test nor a reason for having none. */
export async function findUntestedChecks(): Promise<string[]> {
  const tests = await findTests();
  const all = checkGroups.flatMap(({ checks }) => checks);
  return all.filter(({ id, untested }) => !tests.has(id) && !untested).map(({ id }) => id);
}

function toRow({ id, isFirstRing, expected, untested }: Check, tests: FoundTest[]): string {
  const seen = tests.map(({ file, title }) => `${toWords(title)} (\`${file.replace('tests/', '')}\`)`);
  const cells = [
    `${id}${isFirstRing ? ' ★' : ''}`,
    expected,
    seen.join('<br>') || `No test: ${untested ?? 'missing'}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns a title without its leading check ids, escaped for a cell of a Markdown table. */
function toWords(title: string): string {
  return title
    .replace(/^(?:[A-Z]{2}\d{1,2}[,:]?\s*)+/, '')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}
