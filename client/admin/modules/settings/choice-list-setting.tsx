import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListName } from '../../../../src/shared/enumerations.ts';
import { mapValues } from '../../../../src/shared/settings/values.ts';
import type { ListField } from '../../../../src/shared/settings/field-types.ts';
import type { Entry } from './group-model.ts';
import { ListSetting } from './list-setting.tsx';
import lists from './lists.module.css';
import { RemoveEntryModal } from './remove-entry-modal.tsx';

interface ChoiceListSettingProps {
  list: ListName;
  field: ListField;
  entries: readonly Entry[];
  initial: readonly Entry[];
  /** The stored entries, which rows may refer to. */
  stored: readonly Entry[];
  /** Maps the key of a removed entry to the key of the entry that replaces it in the rows. */
  reassigned: Readonly<Record<string, string>>;
  errorOf: (path: string) => string | undefined;
  onChange: (entries: readonly Entry[], reassigned: Readonly<Record<string, string>>) => void;
}

/**
 * The input for a list of values that rows can choose from, such as blog categories. Before a stored entry is removed,
 * a dialog asks which entry replaces it in the rows.
 */
export function ChoiceListSetting(props: ChoiceListSettingProps) {
  const { list, field, entries, initial, stored, reassigned, errorOf, onChange } = props;
  const [leaving, setLeaving] = useState<Entry>();
  const left = entries.filter(({ key }) => key !== undefined);
  const removed = stored.filter(({ key }) => left.every((entry) => entry.key !== key));
  const nameOf = (key: string | undefined) => String(left.find((entry) => entry.key === key)?.name ?? key);
  return (
    <div>
      <ListSetting
        path={list}
        field={field}
        initial={initial}
        errorOf={errorOf}
        entries={entries}
        onChange={(next) => onChange(next, reassigned)}
        onRemove={(entry, remove) => {
          // No row can use an entry that is not stored yet, so such an entry is removed without a question.
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
                onClick={() => {
                  const { [entry.key!]: _, ...others } = reassigned;
                  onChange([...entries, entry], others);
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
            onChange(next, target ? redirected(reassigned, leaving.key!, target) : reassigned);
            setLeaving(undefined);
          }}
        />
      )}
    </div>
  );
}

/**
 * Returns `reassigned` with one more replacement: the entry `target` replaces the entry `key`. If the entry `key` was
 * the replacement for other entries, `target` replaces these entries too.
 */
function redirected(reassigned: Readonly<Record<string, string>>, key: string, target: string) {
  return { ...mapValues(reassigned, (old) => (old === key ? target : old)), [key]: target };
}
