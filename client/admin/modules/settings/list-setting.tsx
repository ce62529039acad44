import { Button, Group } from '@mantine/core';
import IconPlus from 'icon:plus';
import { createContext, use, useRef } from 'react';
import type { ListField } from '../../../../src/shared/settings/field-types.ts';
import { emptyValueOfField, isSameValue, mapValues } from '../../../../src/shared/settings/values.ts';
import { OrderedList, type OrderedListProps } from '../../components/ordered-list.tsx';
import type { Entry } from './group-model.ts';
import lists from './lists.module.css';
import { SettingInput, type SettingInputProps } from './setting-input.tsx';
import classes from './settings.module.css';

/**
 * Called with the path of what gets the focus, for example `about`, `about.mission` or `services.0.title`. The calls
 * are in the capturing phase, so the innermost field is last.
 */
export const ReportFocusContext = createContext<(path: string) => void>(() => {});

interface ListSettingProps {
  /** For example `about.values`. */
  path: string;
  field: ListField;
  entries: readonly Entry[];
  initial: readonly Entry[];
  /** By the path in the list, for example `0.label`. `''` is the whole list. */
  errorOf: (path: string) => string | undefined;
  isFact?: boolean;
  /** Whether only their texts can be changed, because they are those of the main language. */
  hasFixedEntries?: boolean;
  onChange: (entries: readonly Entry[]) => void;
  onRemove?: OrderedListProps<Entry>['onRemove'];
}

export function ListSetting(props: ListSettingProps) {
  const { path, field, entries, initial, isFact = false, errorOf, onChange, onRemove } = props;
  const isFixed = props.hasFixedEntries ?? false;
  const { label, noun, help, title } = field;
  const onFocus = use(ReportFocusContext);
  const made = useRef(0);
  const isChanged = !isSameValue(entries, initial);
  const create = (): Entry => ({
    draftKey: `new-${++made.current}`,
    ...mapValues(field.fields, emptyValueOfField),
  });
  return (
    <OrderedList
      legend={label}
      description={help}
      entries={entries}
      keyOf={({ key, draftKey }) => key ?? draftKey}
      nameOf={(entry, place) => String(entry[title] || `${noun} ${place + 1}`)}
      error={errorOf('')}
      {...(isFixed && { min: entries.length, movable: 0 })}
      onChange={onChange}
      {...(onRemove && { onRemove })}
      propsOf={(entry, place) => ({ 'data-below': (place > 0 && entry.is_below === true) || undefined })}
      footer={(add) => (
        <Group gap="sm">
          {!isFixed && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlus size={15} />}
              onClick={() => add(create)}
            >
              Add {noun}
            </Button>
          )}
          {isChanged && !isFact && (
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={`Use default for ${label}`}
              onClick={() => onChange(initial)}
            >
              Use default
            </Button>
          )}
        </Group>
      )}
    >
      {(entry, place, { name, row, change }) => {
        const hasError = Object.keys(field.fields).some((part) => errorOf(`${place}.${part}`));
        return row(
          <details open={entry.key === undefined || hasError || undefined}>
            <summary className={lists.entryName}>{name}</summary>
            <div className={`${classes.fields} ${lists.entryFields}`}>
              {Object.entries(field.fields).map(([part, inner]) => (
                <div
                  key={part}
                  data-part={`${place}.${part}`}
                  onFocusCapture={() => onFocus(`${path}.${place}.${part}`)}
                >
                  <SettingInput
                    field={inner as SettingInputProps['field']}
                    value={entry[part]}
                    error={errorOf(`${place}.${part}`)}
                    onChange={(value) => change({ ...entry, [part]: value })}
                  />
                </div>
              ))}
            </div>
          </details>,
        );
      }}
    </OrderedList>
  );
}
