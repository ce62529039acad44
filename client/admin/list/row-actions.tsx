import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Icon } from '../../shared/icon.tsx';
import classes from './data-table.module.css';
import type { ListKey } from './use-list-keys.ts';

/** Something that can be done with one row. It leads to an address or runs. */
export interface RowAction<R> {
  /** The tooltip: 'Edit'. */
  label: string;
  /** The accessible name: 'Edit Ada'. */
  nameOf: (row: R) => string;
  icon: Icon;
  isDangerous?: boolean;
  /** Default: for all rows. */
  isFor?: (row: R) => boolean;
  /** The single key that starts it. */
  hotkey?: ListKey;
  /** Returns undefined for a row that has no such address. */
  hrefOf?: (row: R) => string | undefined;
  /** The address is a public page, which opens in a new tab. */
  isOnSite?: boolean;
  run?: (row: R) => void;
}

/** The actions of a row as icons. */
export function RowActions<R>({ row, actions }: { row: R; actions: readonly RowAction<R>[] }) {
  const own = actions.filter(({ isFor }) => isFor?.(row) ?? true);
  return own.map((action) => <Action key={action.label} row={row} {...action} />);
}

function Action<R>({
  row,
  label,
  nameOf,
  icon: Sign,
  hotkey,
  hrefOf,
  run,
  ...rest
}: RowAction<R> & { row: R }) {
  const { isDangerous, isOnSite } = rest;
  const href = hrefOf?.(row);
  if (hrefOf && !href) return null;
  const look = {
    className: classes.act!,
    variant: 'subtle',
    color: isDangerous ? 'signal' : 'accent',
    'aria-label': nameOf(row),
    title: label,
    'data-key': hotkey,
  };
  const sign = <Sign size={18} stroke={1.6} />;
  if (!href) {
    return (
      <ActionIcon {...look} onClick={() => run?.(row)}>
        {sign}
      </ActionIcon>
    );
  }
  return isOnSite ? (
    <ActionIcon {...look} component="a" href={href} target="_blank" rel="noreferrer">
      {sign}
    </ActionIcon>
  ) : (
    <ActionIcon {...look} component={Link} to={href} state={{ isFromList: true }}>
      {sign}
    </ActionIcon>
  );
}
