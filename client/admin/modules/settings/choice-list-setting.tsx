import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListName } from '../../../../src/shared/enumerations.ts';
import type { ListField } from '../../../../src/shared/settings/field-types.ts';
import { mapValues } from '../../../../src/shared/settings/values.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { Entry } from './group-model.ts';
import { ListSetting } from './list-setting.tsx';
import lists from './lists.module.css';

interface RemoveEntryModalProps {
  list: ListName;
  /** The word for one entry, for example 'category'. */
  noun: string;
  entry: Entry;
  /** An entry that was chosen to replace removed ones counts as used. */
  isTarget: boolean;
  /** The stored entries that its rows can be moved to. */
  others: readonly Entry[];
  onRemove: (target: string | undefined) => void;
  onClose: () => void;
}

/** Loaded at each opening, because other people may have used the entry meanwhile. */
const options = { gcTime: 0, staleTime: 0 } as const;

/** If rows use the entry, the person chooses which one replaces it. Nothing changes until the list is saved. */
function RemoveEntryModal(props: RemoveEntryModalProps) {
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

/** For example '7 posts and 1 in the trash'. */
function inWords({ trash = 0, ...kinds }: Readonly<Record<string, number>>, isTarget: boolean): string {
  const parts = Object.entries(kinds).map(
    ([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, '') : kind}`,
  );
  if (trash > 0) parts.push(`${trash} in the trash`);
  if (isTarget) parts.push('what you have moved there');
  return parts.join(' and ');
}

interface ChoiceListSettingProps {
  list: ListName;
  field: ListField;
  entries: readonly Entry[];
  initial: readonly Entry[];
  /** The stored entries, which rows may refer to. */
  stored: readonly Entry[];
  /** Removed keys, and the keys that replace them in rows. */
  reassigned: Readonly<Record<string, string>>;
  errorOf: (path: string) => string | undefined;
  onChange: (entries: readonly Entry[], reassigned: Readonly<Record<string, string>>) => void;
}

export function ChoiceListSetting(props: ChoiceListSettingProps) {
  const { list, field, entries, initial, stored, reassigned, errorOf, onChange } = props;
  const [leaving, setLeaving] = useState<Entry>();
  const box = useRef<HTMLDivElement>(null);
  /** Renders at once, and moves the focus, because the control that had it disappears. */
  const changeAndFocus = (change: () => void, selector: string) => {
    flushSync(change);
    [...box.current!.querySelectorAll<HTMLElement>(selector)].at(-1)?.focus();
  };
  const left = entries.filter(({ key }) => key !== undefined);
  const removed = stored.filter(({ key }) => left.every((entry) => entry.key !== key));
  const nameOf = (key: string | undefined) => String(left.find((entry) => entry.key === key)?.name ?? key);
  return (
    <div ref={box}>
      <ListSetting
        path={list}
        field={field}
        initial={initial}
        errorOf={errorOf}
        entries={entries}
        onChange={(next) => onChange(next, reassigned)}
        onRemove={(entry, remove) => {
          // No row can use an entry that is not stored yet.
          if (entry.key === undefined || stored.every(({ key }) => key !== entry.key)) remove();
          else setLeaving(entry);
        }}
      />
      {removed.length > 0 && (
        <ul className={lists.removed} aria-label={`Removed from ${field.label}`}>
          {removed.map((entry) => (
            <li key={entry.key}>
              <span>
                <del>{String(entry.name)}</del>
                {reassigned[entry.key!] && <> → {nameOf(reassigned[entry.key!])}</>}
              </span>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Put ${String(entry.name)} back`}
                data-put-back={entry.key}
                onClick={() => {
                  const { [entry.key!]: _, ...others } = reassigned;
                  changeAndFocus(() => onChange([...entries, entry], others), 'summary');
                }}
              >
                Put back
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <RemoveEntryModal
          list={list}
          noun={field.noun}
          entry={leaving}
          isTarget={Object.values(reassigned).includes(leaving.key!)}
          others={left.filter(({ key }) => key !== leaving.key)}
          onClose={() => setLeaving(undefined)}
          onRemove={(target) => {
            const next = entries.filter(({ key }) => key !== leaving.key);
            changeAndFocus(
              () => {
                onChange(next, target ? redirected(reassigned, leaving.key!, target) : reassigned);
                setLeaving(undefined);
              },
              `[data-put-back="${CSS.escape(leaving.key!)}"]`,
            );
          }}
        />
      )}
    </div>
  );
}

/** `target` replaces `key`, and takes over what `key` was to replace. */
function redirected(reassigned: Readonly<Record<string, string>>, key: string, target: string) {
  return { ...mapValues(reassigned, (old) => (old === key ? target : old)), [key]: target };
}
