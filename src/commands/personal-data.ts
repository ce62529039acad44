import { writeFile } from 'node:fs/promises';
import {
  personalDataRules,
  placesOutsideDatabase,
  type TableRule,
} from '../modules/privacy/personal-data-rules.ts';
import { expectNoArguments } from '../run-command.ts';
import type { PersonalDataKind } from '../database/columns.ts';
import { erasureTreatments } from '../modules/privacy/treatment.facts.ts';

export const personalDataFile = 'docs/personal-data.md';

const kinds: Record<PersonalDataKind, string> = {
  email: 'addresses',
  writing: 'texts',
  colleague: 'names of colleagues',
  file: 'files',
  packed: 'deflated texts',
  secret: 'secrets and hashes',
  nothing: 'nothing of a person',
};

export function renderPersonalData(): string {
  return [
    '# Where something about a person is stored',
    '',
    'Made by `npm run personal-data` from `src/modules/privacy/personal-data-rules.ts`, by which the panel finds, exports and erases a person. A test fails when a column',
    'has no rule, and when this page is stale. `messages` and other tables have a search index with their texts (`…_fts…`), which follows each change of a row.',
    '',
    '| table | rows | stored | when a person is erased | columns |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(personalDataRules).map(
      ([table, { label, retention, treatment, columns }]) =>
        `| \`${table}\` | ${label} | ${retention} | ${erasureTreatments[treatment]} | ${columnsCell(columns)} |`,
    ),
    '',
    '## Outside of the database',
    '',
    '| place | stored | when a person is erased |',
    '| --- | --- | --- |',
    ...placesOutsideDatabase.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}

function columnsCell(columns: TableRule['columns']): string {
  const byKind = Map.groupBy(Object.keys(columns), (name) => columns[name]!);
  return Object.entries(kinds)
    .flatMap(([kind, label]) => {
      const names = byKind.get(kind as PersonalDataKind);
      return names ? [`${label}: ${names.map((name) => `\`${name}\``).join(', ')}`] : [];
    })
    .join('; ');
}

if (process.argv[1] === import.meta.filename) {
  expectNoArguments('personal-data', `writes ${personalDataFile}`);
  await writeFile(personalDataFile, renderPersonalData());
}
