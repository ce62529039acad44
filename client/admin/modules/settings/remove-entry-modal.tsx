import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ListName } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { Entry } from './group-model.ts';

interface RemoveEntryModalProps {
  list: ListName;
  /** The word for one entry, for example 'category'. */
  noun: string;
  entry: Entry;
  /** Whether the entry was chosen to replace other removed entries. Such an entry counts as used. */
  isTarget: boolean;
  /** The stored entries that the rows of the removed entry can be moved to. */
  others: readonly Entry[];
  onRemove: (target: string | undefined) => void;
  onClose: () => void;
}

/**
 * The counts are loaded each time the dialog opens, because other people may have used the entry in the
 * meantime.
 */
const options = { gcTime: 0, staleTime: 0 } as const;

/**
 * A dialog that asks before an entry of a list is removed. If rows use the entry, the person chooses which
 * entry replaces it. Nothing changes until the list is saved.
 */
export function RemoveEntryModal(props: RemoveEntryModalProps) {
  const { list, noun, entry, isTarget, others, onRemove, onClose } = props;
  const query = trpc.settings.usage.useQuery({ list }, options);
  const [target, setTarget] = useState(String(others[0]?.key ?? ''));
  const used = query.data?.entries.find(({ key }) => key === entry.key)?.in_use ?? {};
  const { trash = 0, ...rows } = used;
  const isUsed = Object.keys(rows).length > 0 || isTarget;
  const isOnly = others.length === 0;
  return (
    <DialogForm
      title={`Remove “${String(entry.name)}”?`}
      saveLabel={query.data && !isOnly ? `Remove ${noun}` : undefined}
      isQuestion
      isDangerous
      onSubmit={() => onRemove(isUsed ? target : undefined)}
      onClose={onClose}
    >
      <QueryBoundary query={query} subject="what uses it" skeleton={<DialogText>Counting…</DialogText>}>
        {() => (
          <>
            <DialogText>
              {isOnly
                ? `A list has at least one ${noun}. Add and save another one first.`
                : isUsed
                  ? `It is used by ${inWords(used, isTarget)}. They get another ${noun} when you save.`
                  : trash > 0
                    ? `Only ${trash} in the trash ${trash === 1 ? 'uses' : 'use'} it. Restored, such an entry keeps the word.`
                    : 'Nothing uses it.'}
            </DialogText>
            {isUsed && !isOnly && (
              <NativeSelect
                label="Move them to"
                data={others.map(({ key, name }) => ({ value: String(key), label: String(name) }))}
                value={target}
                onChange={({ currentTarget }) => setTarget(currentTarget.value)}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </DialogForm>
  );
}

/** Returns the counts as text, for example '7 posts and 1 in the trash'. */
function inWords({ trash = 0, ...kinds }: Readonly<Record<string, number>>, isTarget: boolean): string {
  const parts = Object.entries(kinds).map(
    ([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, '') : kind}`,
  );
  if (trash > 0) parts.push(`${trash} in the trash`);
  if (isTarget) parts.push('what you have moved there');
  return parts.join(' and ');
}
