import IconPlus from 'icon:plus';
import IconX from 'icon:x';
import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { use, useRef, useState } from 'react';
import { emptyValueOfField, mapValues } from '../../../../src/shared/settings/values.ts';
import type { ListField } from '../../../../src/shared/settings/field-types.ts';
import { DragHandle, MoveButtons, useDragOrder } from '../../components/drag-order.tsx';
import { ReportFocusContext } from './report-focus-context.ts';
import type { Entry } from './group-model.ts';
import lists from './lists.module.css';
import { SettingInput, type SettingInputProps } from './setting-input.tsx';
import classes from './settings.module.css';

interface ListSettingProps {
  /** The path of the list in its group, for example `about.values`. */
  path: string;
  field: ListField;
  entries: readonly Entry[];
  initial: readonly Entry[];
  /**
   * Returns the error of a value by its path in the list, for example `0.label`. For `''`, returns the error
   * of the whole list.
   */
  errorOf: (path: string) => string | undefined;
  isFact?: boolean;
  onChange: (entries: readonly Entry[]) => void;
  /**
   * Called before an entry is removed. Returns true to prevent the removal, for example because a dialog asks
   * first.
   */
  onRemove?: (entry: Entry) => boolean;
}

/** The input for a setting that is a list of entries. People can add, change, move and remove entries. */
export function ListSetting(props: ListSettingProps) {
  const { path, field, entries, initial, isFact = false, errorOf, onChange, onRemove } = props;
  const { label, noun, help, title } = field;
  const onFocus = use(ReportFocusContext);
  const [said, say] = useState('');
  const made = useRef(0);
  const box = useRef<HTMLFieldSetElement>(null);
  const isChanged = JSON.stringify(entries) !== JSON.stringify(initial);
  const nameOf = (entry: Entry, place: number) => String(entry[title] || `${noun} ${place + 1}`);
  const add = () => {
    made.current += 1;
    onChange([
      ...entries,
      { draftKey: `new-${made.current}`, ...mapValues(field.fields, emptyValueOfField) },
    ]);
  };
  const move = (from: number, to: number) => {
    const entry = entries[from]!;
    onChange(entries.toSpliced(from, 1).toSpliced(to, 0, entry));
    say(`${nameOf(entry, from)} moved to position ${to + 1} of ${entries.length}`);
  };
  const { list, begin, markOf } = useDragOrder(entries.length, move);
  const remove = (place: number) => {
    if (onRemove?.(entries[place]!)) return;
    say(`${nameOf(entries[place]!, place)} removed`);
    onChange(entries.toSpliced(place, 1));
    box.current?.focus();
  };
  return (
    <fieldset className={lists.list} ref={box} tabIndex={-1}>
      <legend className={classes.legend}>{label}</legend>
      {help && <p className={classes.help}>{help}</p>}
      {errorOf('') && (
        <Text my={8} c="signal">
          {errorOf('')}
        </Text>
      )}
      <ol ref={list}>
        {entries.map((entry, place) => {
          const name = nameOf(entry, place);
          const isNew = entry.key === undefined;
          const hasError = Object.keys(field.fields).some((part) => errorOf(`${place}.${part}`));
          return (
            <li
              key={entry.key ?? entry.draftKey}
              className={lists.entry}
              data-drag={markOf(place)}
              data-below={(place > 0 && entry.is_below === true) || undefined}
            >
              <DragHandle onBegin={(event) => begin(place, event)} />
              <details open={isNew || hasError || undefined}>
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
                        onChange={(value) => onChange(entries.with(place, { ...entry, [part]: value }))}
                      />
                    </div>
                  ))}
                </div>
              </details>
              <div className={lists.acts}>
                <MoveButtons
                  name={name}
                  place={place}
                  count={entries.length}
                  onMove={(to) => move(place, to)}
                />
                <ActionIcon variant="subtle" aria-label={`Remove ${name}`} onClick={() => remove(place)}>
                  <IconX size={16} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              </div>
            </li>
          );
        })}
      </ol>
      <Group gap="sm">
        <Button variant="default" size="compact-md" leftSection={<IconPlus size={15} />} onClick={add}>
          Add {noun}
        </Button>
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
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}
