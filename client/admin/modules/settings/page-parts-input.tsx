import { Checkbox, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { PartsField } from '../../../../src/shared/settings/field-types.ts';
import { DragHandle, MoveButtons, useDragOrder } from '../../components/drag-order.tsx';
import lists from './lists.module.css';
import classes from './settings.module.css';

interface PartsInputProps {
  field: PartsField;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** An input in which people choose the parts that a page shows, and the order of the parts. */
export function PagePartsInput({
  field: { label, help, parts, always = [] },
  value,
  onChange,
}: PartsInputProps) {
  const [said, say] = useState('');
  const hidden = Object.keys(parts).filter((name) => !value.includes(name));
  const move = (from: number, to: number) => {
    const name = value[from]!;
    onChange(value.toSpliced(from, 1).toSpliced(to, 0, name));
    say(`${parts[name]} moved to position ${to + 1} of ${value.length}`);
  };
  const { list, begin, markOf } = useDragOrder(value.length, move);
  return (
    <fieldset className={lists.parts}>
      <legend className={classes.legend}>{label}</legend>
      <ol ref={list}>
        {[...value, ...hidden].map((name, place) => {
          const isShown = place < value.length;
          return (
            <li key={name} className={lists.part} data-drag={isShown ? markOf(place) : undefined}>
              {isShown && <DragHandle onBegin={(event) => begin(place, event)} />}
              <Checkbox
                label={parts[name] ?? name}
                checked={isShown}
                disabled={always.includes(name)}
                onChange={() => onChange(isShown ? value.toSpliced(place, 1) : [...value, name])}
              />
              {isShown && (
                <MoveButtons
                  name={parts[name] ?? name}
                  place={place}
                  count={value.length}
                  onMove={(to) => move(place, to)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {help && (
        <Text c="dimmed" fz="sm">
          {help}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}
