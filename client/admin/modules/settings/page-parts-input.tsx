import { Checkbox } from '@mantine/core';
import type { PartsField } from '../../../../src/shared/settings/field-types.ts';
import { OrderedList } from '../../components/ordered-list.tsx';

interface PartsInputProps {
  field: PartsField;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** An input in which people choose the parts that a page shows, and the order of the parts. */
export function PagePartsInput({ field, value, onChange }: PartsInputProps) {
  const { label, help, parts, always = [] } = field;
  const hidden = Object.keys(parts).filter((name) => !value.includes(name));
  const entries = [...value, ...hidden];
  return (
    <OrderedList
      legend={label}
      description={help}
      entries={entries}
      keyOf={(name) => name}
      nameOf={(name) => parts[name] ?? name}
      min={entries.length}
      movable={value.length}
      onChange={(next) => onChange(next.slice(0, value.length))}
    >
      {(part, place, { name, row }) => {
        const isShown = place < value.length;
        return row(
          <Checkbox
            label={name}
            checked={isShown}
            disabled={always.includes(part)}
            onChange={() => onChange(isShown ? value.toSpliced(place, 1) : [...value, part])}
          />,
        );
      }}
    </OrderedList>
  );
}
