import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Columns } from '../../../src/shared/column-types.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { SiteTime } from '../components/site-time.tsx';
import { formatDay } from '../core/format-dates.ts';
import type { Column } from '../list/data-table.tsx';
import type { Option } from './field-kind.ts';
import { PublicationBadge } from './publishing/publication-badge.tsx';
import type { ResourceWords } from './resource-words.ts';
import type { Row } from './module-api.ts';

interface TableRules {
  columns: Columns;
  title: string;
  words: ResourceWords;
  editHref: (row: Row) => string | undefined;
  options: Readonly<Record<string, readonly Option[] | undefined>>;
  cells: Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>;
}

const shortKinds = new Set<Columns[string]['kind']>(['line', 'choice', 'listed', 'day']);

export function tableColumnsOf(name: ModuleName, rules: TableRules): Column<Row>[] {
  const { columns, title, words, editHref, options, cells } = rules;
  const { sorts, publicBy, schedule } = factsOf(name);
  const short = Object.entries(columns).filter(([key, { kind }]) => key !== title && shortKinds.has(kind));
  const textOf = (key: string, value: unknown) => {
    if (columns[key]!.kind === 'day') return formatDay(String(value ?? ''));
    return options[key]?.find((option) => option.value === value)?.label ?? String(value);
  };
  const all: Column<Row>[] = [
    {
      id: title,
      header: columns[title]!.label,
      isRowHeader: true,
      isWide: true,
      cell: (row) => <RowTitle href={editHref(row)}>{String(row[title])}</RowTitle>,
    },
    ...short.map(
      ([key, { label, heading = label }]): Column<Row> => ({
        id: key,
        header: heading,
        hasLabel: true,
        cell: (row) => cells[key]?.(row) ?? textOf(key, row[key]),
      }),
    ),
    ...(publicBy
      ? [
          {
            id: publicBy,
            header: 'Status',
            cell: (row: Row) =>
              cells[publicBy]?.(row) ?? (
                <PublicationBadge
                  row={row}
                  publicBy={publicBy}
                  schedule={schedule}
                  words={words.publication}
                />
              ),
          },
        ]
      : []),
    {
      id: 'created_at',
      header: 'Created',
      hasLabel: true,
      cell: ({ created_at }) => (created_at ? <SiteTime at={String(created_at)} isDay /> : null),
    },
  ];
  return all.map((column) => ({ ...column, isSortable: sorts.includes(column.id) }));
}

function RowTitle({ href, children }: { href: string | undefined; children: string }) {
  if (href === undefined) return children;
  return (
    <Link to={href} state={{ isFromList: true }} data-opens-row>
      {children}
    </Link>
  );
}
