import { ActionIcon, Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import type { Icon } from '../../shared/icon.tsx';
import classes from './data-table.module.css';

/** Opens an address or runs a function. */
export interface RowAction<R> {
  /** The tooltip, for example 'Edit'. */
  label: string;
  /** The accessible name, for example 'Edit Ada'. */
  nameOf: (row: R) => string;
  icon: Icon;
  isDangerous?: boolean;
  isFor?: (row: R) => boolean;
  hotkey?: 'e' | 'Delete';
  /** Undefined for a row without the action. */
  hrefOf?: (row: R) => string | undefined;
  /** A page of the public site opens in a new tab. */
  isOnSite?: boolean;
  run?: (row: R) => void;
}

const fromList = { isFromList: true };

const isActionFor = <R,>({ isFor, hrefOf }: RowAction<R>, row: R) =>
  (isFor?.(row) ?? true) && (!hrefOf || hrefOf(row) !== undefined);

/** The returned function does nothing for a row without the action. */
export function useRunAction() {
  const navigate = useNavigate();
  return <R,>(action: RowAction<R>, row: R) => {
    if (!isActionFor(action, row)) return;
    const href = action.hrefOf?.(row);
    if (href) void navigate(href, { state: fromList });
    else action.run?.(row);
  };
}

interface RowActionsProps<R> {
  row: R;
  actions: readonly RowAction<R>[];
  /** On a card, the actions with a `hotkey` come first and show their labels. */
  isCard?: boolean;
}

export function RowActions<R>({ row, actions, isCard = false }: RowActionsProps<R>) {
  const own = actions.filter((action) => isActionFor(action, row));
  const ordered = isCard ? own.toSorted((one, other) => Number(!one.hotkey) - Number(!other.hotkey)) : own;
  const Action = isCard ? CardAction : IconAction;
  return ordered.map((action) => <Action key={action.label} row={row} action={action} />);
}

interface ActionProps<R> {
  row: R;
  action: RowAction<R>;
}

function lookOf<R>({ row, action: { label, nameOf, isDangerous } }: ActionProps<R>) {
  return {
    variant: 'subtle',
    color: isDangerous ? 'signal' : 'accent',
    'aria-label': nameOf(row),
    title: label,
  };
}

function IconAction<R>(props: ActionProps<R>) {
  const { row, action } = props;
  const look = { ...lookOf(props), className: classes.act! };
  const sign = <action.icon size={18} stroke={1.6} />;
  const href = action.hrefOf?.(row);
  if (!href) {
    return (
      <ActionIcon {...look} onClick={() => action.run?.(row)}>
        {sign}
      </ActionIcon>
    );
  }
  return action.isOnSite ? (
    <ActionIcon {...look} component="a" href={href} target="_blank" rel="noreferrer">
      {sign}
    </ActionIcon>
  ) : (
    <ActionIcon {...look} component={Link} to={href} state={fromList}>
      {sign}
    </ActionIcon>
  );
}

function CardAction<R>(props: ActionProps<R>) {
  const { row, action } = props;
  const run = useRunAction();
  const { title, ...look } = lookOf(props);
  const sign = <action.icon size={16} stroke={1.6} />;
  const href = action.hrefOf?.(row);
  if (href && action.isOnSite) {
    return (
      <Button {...look} title={title} component="a" href={href} target="_blank" rel="noreferrer">
        {sign}
      </Button>
    );
  }
  const act = () => run(action, row);
  if (!action.hotkey) {
    return (
      <Button {...look} title={title} onClick={act}>
        {sign}
      </Button>
    );
  }
  return (
    <Button {...look} leftSection={sign} onClick={act}>
      {action.label}
    </Button>
  );
}
