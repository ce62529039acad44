import IconArrowDown from 'icon:arrow-down';
import IconArrowUp from 'icon:arrow-up';
import IconChevronDown from 'icon:chevron-down';
import IconSelector from 'icon:selector';
import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useId, useState } from 'react';
import type { Sort } from '../../../src/shared/pagination.ts';
import classes from './data-table.module.css';
import type { Selection } from './paged-list.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';

export interface Column<R> {
  /** As in the API, where the server sorts by it. */
  id: string;
  header: string;
  cell: (row: R) => ReactNode;
  isSortable?: boolean;
  /** Such as the title. */
  isRowHeader?: boolean;
  /** Almost half of the table's width. */
  isWide?: boolean;
  /** On narrow screens, where the table has no visible head. */
  hasLabel?: boolean;
}

/** What a button in the row opens below it. */
export interface RowDetail<R> {
  text: string;
  label: (row: R) => string;
  /** Undefined for a row without details. */
  render: (row: R) => ReactNode | undefined;
}

interface DataTableProps<R> {
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  titleOf: (row: R) => string;
  actions?: readonly RowAction<R>[] | undefined;
  detail?: RowDetail<R> | undefined;
  selection?: Selection | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
}

/** A table of rows. On narrow screens, each row is a block. */
export function DataTable<R extends { id: number }>(props: DataTableProps<R>) {
  const { label, rows, columns, actions, detail, selection, sort, onSort } = props;
  const [first] = columns;
  return (
    <div className={classes.sheet}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check} scope="col">
                <SelectAll selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {detail && (
              <th scope="col">
                <VisuallyHidden>{detail.text}</VisuallyHidden>
              </th>
            )}
            {actions && (
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} first={first} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SelectAllProps {
  selection: Selection;
  /** Only tables have a column that explains the checkbox. */
  hasLabel?: boolean;
}

export function SelectAll({ selection, hasLabel }: SelectAllProps) {
  const label = 'Select all on this page';
  return (
    <Checkbox
      {...(hasLabel ? { label } : { 'aria-label': label })}
      checked={selection.isWhole}
      indeterminate={selection.ids.length > 0 && !selection.isWhole}
      onChange={selection.toggleAll}
    />
  );
}

interface HeadProps<R> extends Pick<DataTableProps<R>, 'sort' | 'onSort'> {
  column: Column<R>;
}

function Head<R>({ column: { id, header, isSortable, isWide }, sort, onSort }: HeadProps<R>) {
  const direction = sort?.startsWith(`${id}:`) ? sort.slice(id.length + 1) : undefined;
  const className = isWide ? classes.wide : undefined;
  if (!isSortable || !onSort) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const order = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none';
  const Arrow = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconSelector;
  // The first click sorts ascending, the second descending, and the third restores the default order.
  const next = direction === 'asc' ? 'desc' : direction === 'desc' ? undefined : 'asc';
  return (
    <th scope="col" className={className} aria-sort={order}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(next && `${id}:${next}`)}>
        {header}
        <Arrow size={15} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
    </th>
  );
}

function Row<R extends { id: number }>(props: DataTableProps<R> & { row: R; first: Column<R> | undefined }) {
  const { row, columns, titleOf, actions, detail, selection } = props;
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const details = detail?.render(row);
  const width = columns.length + Number(Boolean(selection)) + Number(Boolean(actions)) + 1;
  return (
    <Fragment>
      <tr data-row={row.id} data-selected={selection?.has(row.id) || undefined} tabIndex={-1}>
        {selection && (
          <td className={classes.check}>
            <SelectRow selection={selection} id={row.id} title={titleOf(row)} />
          </td>
        )}
        {columns.map((column) => {
          const Cell = column.isRowHeader ? 'th' : 'td';
          return (
            <Cell
              key={column.id}
              {...(column.isRowHeader && { scope: 'row' })}
              className={column.isRowHeader ? classes.title : classes.cell}
              data-label={column.hasLabel ? `${column.header}: ` : undefined}
            >
              {column.cell(row)}
            </Cell>
          );
        })}
        {detail && (
          <td className={classes.more}>
            {details !== undefined && (
              <UnstyledButton
                className={classes.toggle}
                data-opens-row
                aria-expanded={isOpen}
                aria-controls={isOpen ? detailId : undefined}
                aria-label={detail.label(row)}
                onClick={() => setOpen(!isOpen)}
              >
                {detail.text}
                <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
              </UnstyledButton>
            )}
          </td>
        )}
        {actions && (
          <td className={classes.acts}>
            <RowActions row={row} actions={actions} />
          </td>
        )}
      </tr>
      {isOpen && details !== undefined && (
        <tr className={classes.detail} id={detailId}>
          <td colSpan={width}>{details}</td>
        </tr>
      )}
    </Fragment>
  );
}

interface SelectRowProps {
  selection: Selection;
  id: number;
  title: string;
}

export function SelectRow({ selection, id, title }: SelectRowProps) {
  if (!selection.includes(id)) return null;
  return (
    <Checkbox
      aria-label={`Select ${title}`}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}
