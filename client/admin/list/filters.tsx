import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list.module.css';

/** The filters of a list, in one row. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

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
