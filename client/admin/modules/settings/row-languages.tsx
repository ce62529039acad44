import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Language, languages } from '../../../../src/shared/settings/fields/region.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';

/**
 * The offer to keep the language of existing rows when the language of the site changes. Rows without a language of
 * their own would count as written in the new one. The offer stays after a save, until the form is opened again.
 */
export function RowLanguages({ stored, chosen }: { stored: Language; chosen: Language }) {
  const [former] = useState(stored);
  const isChanged = former !== chosen;
  const { data } = trpc.rowLanguages.state.useQuery(undefined, { enabled: isChanged });
  const mark = trpc.rowLanguages.mark.useMutation();
  const [isMarked, setMarked] = useState(false);
  const count = data?.count ?? 0;
  if (!isChanged || (count === 0 && !isMarked)) return null;

  const markAll = async () => {
    let left = count;
    while (left > 0) {
      const next = (await mark.mutateAsync({ lang: former })).count;
      // Rows that somebody adds meanwhile must not keep the loop running.
      if (next >= left) break;
      left = next;
    }
    setMarked(true);
  };
  const name = languages[former];
  if (isMarked && count === 0) return <Alert role="status">The entries are marked as {name}.</Alert>;
  return (
    <Alert
      title={
        count === 1
          ? 'One entry has no language of its own'
          : `${count} entries have no language of their own`
      }
    >
      <Text>
        Posts, positions, projects and pages without a language count as {languages[chosen]} once this is
        saved. Browsers then divide and read them by its rules.
      </Text>
      {mark.error && <Text c="var(--mantine-color-error)">{parseApiError(mark.error).message}</Text>}
      <Button
        mt="xs"
        variant="default"
        loading={mark.isPending}
        onClick={() => void markAll().catch(() => {})}
      >{`Mark as ${name}`}</Button>
    </Alert>
  );
}
