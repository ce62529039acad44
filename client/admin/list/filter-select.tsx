import { NativeSelect } from '@mantine/core';
import classes from './list.module.css';

interface FilterSelectProps {
  label: string;
  /** The option without a filter: 'All Categories'. */
  allLabel: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter of a list. Its first option shows everything. */
export function FilterSelect({ label, allLabel, options, value = '', onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      className={classes.filter!}
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: allLabel }, ...options]}
    />
  );
}
