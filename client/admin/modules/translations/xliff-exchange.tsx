import { Button, FileButton, Group, Text } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { useState } from 'react';
import { maxXliffBytes } from '../../../../src/shared/upload-limits.ts';
import { parseApiError } from '../../../api/errors.ts';
import { formInput } from '../../../api/form-input.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs, ApiOutputs } from '../../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import rows from '../../components/rows.module.css';
import { nameOfLanguage } from '../../core/language-names.ts';
import classes from './translations.module.css';

type Report = ApiOutputs['translations']['importXliff'];

interface XliffExchangeProps {
  /** The further languages of the site. */
  languages: readonly string[];
  module: string | undefined;
}

/** Files for translators and their programs. */
export function XliffExchange({ languages, module }: XliffExchangeProps) {
  const [problem, setProblem] = useState('');
  const utils = trpc.useUtils();
  const store = trpc.translations.importXliff.useMutation({
    trpc: { context: { form: true } },
    onSuccess: () => utils.invalidate(),
  });
  const read = (file: File | null) => {
    if (!file) return;
    store.reset();
    setProblem(file.size > maxXliffBytes ? 'The file may have at most 20 MB.' : '');
    if (file.size > maxXliffBytes) return;
    store.mutate(formInput<ApiInputs['translations']['importXliff']>({ file }));
  };
  const failure = store.error ? parseApiError(store.error) : undefined;
  const reason = problem || failure?.fields.file || failure?.message;
  if (languages.length === 0) return null;
  return (
    <section className={classes.exchange} aria-label="Files for translators">
      <Group gap="var(--space-2) var(--space-3)">
        {languages.map((lang) => (
          <Button
            key={lang}
            component="a"
            variant="default"
            download
            href={`/api/admin/translations/xliff?${new URLSearchParams({ lang, ...(module && { module }) })}`}
          >
            {`Export ${nameOfLanguage(lang)}`}
          </Button>
        ))}
        <FileButton accept=".xlf,.xliff,application/xliff+xml" onChange={read}>
          {(props) => (
            <BusyButton {...props} variant="default" isBusy={store.isPending}>
              Import XLIFF
            </BusyButton>
          )}
        </FileButton>
      </Group>
      <Text c="dimmed" fz="sm" mt="var(--space-2)">
        An export has what is missing, not published and outdated, as XLIFF for translators. An import stores
        new translations as drafts; texts of the site are seen at once.
      </Text>
      {reason && <ErrorAlert title="Nothing was imported" failure={{ ...failure, message: reason }} />}
      <div role="status">{store.data && <Outcome {...store.data} />}</div>
    </section>
  );
}

function Outcome({ created, changed, unchanged, visible, untranslated, problems, problem_count }: Report) {
  const parts = [
    `${countOf(created, 'draft')} added, ${countOf(changed, 'translation')} changed.`,
    visible > 0 && `Visitors see ${visible} of them at once, which were published.`,
    unchanged > 0 && `${countOf(unchanged, 'row')} as before.`,
    untranslated > 0 && `${countOf(untranslated, 'text')} without a translation.`,
    problem_count > 0 && `${countOf(problem_count, 'line')} to look at:`,
  ];
  return (
    <>
      <Text my="var(--space-3)">{parts.filter(Boolean).join(' ')}</Text>
      {problems.length > 0 && (
        <ul className={rows.rows} aria-label="Lines to look at">
          {problems.map(({ line, original, unit, problem }) => (
            <li key={`${line} ${problem}`} className={rows.row}>
              <div className={rows.facts}>
                <p className={rows.name}>{`Line ${line}: ${original}${unit ? `, ${unit}` : ''}`}</p>
                <p className={rows.problem}>{problem}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
