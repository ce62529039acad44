import { FileButton, Group, Text } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { useState } from 'react';
import { textOfSpreadsheet } from '../../../../src/shared/text-of-file.ts';
import { parseApiError } from '../../../api/errors.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { trpc } from '../../../api/trpc.ts';
import { useServices } from '../../core/admin-context.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import rows from '../../components/rows.module.css';

type Result = ApiOutputs['addresses']['redirects']['importCsv'];

const maxBytes = 900_000;

export function RedirectImport() {
  const [problem, setProblem] = useState('');
  const tasks = useServices().tasks;
  const add = trpc.addresses.redirects.importCsv.useMutation();
  const read = async (file: File | null) => {
    if (!file) return;
    add.reset();
    setProblem(file.size > maxBytes ? 'The file may have at most 900 kB. Please divide it.' : '');
    if (file.size > maxBytes) return;
    const bytes = await tasks.follow(file.arrayBuffer());
    add.mutate({ csv: textOfSpreadsheet(new Uint8Array(bytes)) });
  };
  const failure = add.error ? parseApiError(add.error) : undefined;
  const reason = problem || failure?.fields.csv || failure?.message;
  return (
    <div>
      <Group gap="var(--space-2) var(--space-4)">
        <FileButton accept=".csv,.txt,text/csv" onChange={read}>
          {(props) => (
            <BusyButton {...props} variant="default" isBusy={add.isPending}>
              Import CSV
            </BusyButton>
          )}
        </FileButton>
        <Text c="dimmed" fz="sm">
          Two columns: the old address and the page.
        </Text>
      </Group>
      {reason && <ErrorAlert title="Nothing was imported" failure={{ ...failure, message: reason }} />}
      <div role="status">{add.data && <FileResult {...add.data} />}</div>
    </div>
  );
}

function FileResult({ added, known, refused }: Result) {
  return (
    <>
      <Text my="var(--space-3)">
        {countOf(added)} added.
        {known > 0 && ` ${countOf(known)} ${known === 1 ? 'was' : 'were'} there already.`}
        {refused.length > 0 &&
          ` ${countOf(refused.length)} ${refused.length === 1 ? 'was' : 'were'} not added:`}
      </Text>
      {refused.length > 0 && (
        <ul className={rows.rows} aria-label="Lines that were not added">
          {refused.map(({ line, path, problem }) => (
            <li key={line} className={rows.row}>
              <div className={rows.facts}>
                <p className={rows.name}>
                  Line {line}: {path}
                </p>
                <p className={rows.problem}>{problem}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function countOf(count: number): string {
  return `${count.toLocaleString('en')} redirect${count === 1 ? '' : 's'}`;
}
