import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs, ApiOutputs } from '../../../api/types.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import { figures } from '../../core/figures.ts';
import classes from './numbers.module.css';

export type Group = 'page' | 'from' | 'campaign' | 'screen' | 'sent';
type Sum = ApiOutputs['visits']['sums']['sums'][number];
type Query = ApiInputs['visits']['sums'];

export const groupTitles: Readonly<Record<Group, string>> = {
  page: 'Pages',
  from: 'Where from',
  campaign: 'Campaigns',
  screen: 'Screens',
  sent: 'What became of it',
};

const nameHeaders: Readonly<Record<Group, string>> = {
  page: 'Page',
  from: 'Host',
  campaign: 'Campaign',
  screen: 'Screen',
  sent: 'Form or job',
};

const nothing: Readonly<Record<Group, string>> = {
  page: 'No page was opened in these days.',
  from: 'Nobody came from elsewhere in these days.',
  campaign: 'No link of a campaign was opened. Links with utm_source are counted here.',
  screen: 'No page was opened in these days.',
  sent: 'Nothing came by a form in these days.',
};

const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const shownRows = 10;

interface SumsProps {
  by: Group;
  range: Pick<Query, 'from' | 'until'>;
  /** The address of the whole table. */
  all: string;
}

/** The first rows, and the way to all. */
export function SumsSection({ by, range, all }: SumsProps) {
  const id = useId();
  const query = trpc.visits.sums.useQuery({ ...range, by }, { placeholderData: keepPreviousData });
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {groupTitles[by]}
      </h2>
      <QueryBoundary
        query={query}
        subject={groupTitles[by].toLowerCase()}
        skeleton={<LineSkeletons count={5} />}
        isEmpty={({ sums }) => sums.length === 0}
        empty={<p className={classes.nothing}>{nothing[by]}</p>}
      >
        {({ sums, meta }) => (
          <>
            <SumsTable by={by} labelledBy={id} sums={sums.slice(0, shownRows)} />
            {meta.total > shownRows && (
              <Button component={Link} to={all} variant="subtle" size="compact-sm" mt="xs">
                {`Show all ${figures.format(meta.total)}`}
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

interface Column {
  header: string;
  cell: (sum: Sum) => ReactNode;
}

const amount = (value: number | null) => (value === null ? '–' : figures.format(value));
const visits: Column = { header: 'Visits', cell: (sum) => amount(sum.visits) };
const views: Column = { header: 'Views', cell: (sum) => amount(sum.views) };

/** Of campaigns and hosts, each view that counts is a visit. */
function columnsOf(by: Group, sums: readonly Sum[]): Column[] {
  if (by === 'from' || by === 'campaign') return [visits];
  if (by === 'sent')
    return [
      views,
      { header: 'Sent', cell: ({ sent }) => amount(sent) },
      {
        header: 'Share',
        cell: ({ sent, views: seen }) => (sent === null || !seen ? '–' : share.format(sent / seen)),
      },
    ];
  const hasSent = by === 'page' && sums.some(({ sent }) => sent !== null);
  const messages: Column = { header: 'Messages', cell: ({ sent }) => (sent ? figures.format(sent) : '') };
  return [visits, views, ...(hasSent ? [messages] : [])];
}

interface TableProps {
  by: Group;
  labelledBy: string;
  sums: readonly Sum[];
}

export function SumsTable({ by, labelledBy, sums }: TableProps) {
  const columns = columnsOf(by, sums);
  const lengthOf = ({ visits: came, sent, views: seen }: Sum) => (by === 'sent' ? sent : (came ?? seen)) ?? 0;
  const most = Math.max(1, ...sums.map(lengthOf));
  return (
    <table className={classes.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{nameHeaders[by]}</th>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.name}>
            <th scope="row">
              <SumName {...sum} />
              <svg className={classes.share} aria-hidden="true" width="100%" height="3">
                <rect width={`${(100 * lengthOf(sum)) / most}%`} height="3" />
              </svg>
            </th>
            {columns.map(({ header, cell }) => (
              <td key={header}>{cell(sum)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Hosts are no links: invented ones would be advertising. */
function SumName({ title, path }: Sum) {
  if (path === null) return <bdi className={classes.name}>{title}</bdi>;
  return (
    <a className={classes.name} href={path} target="_blank" rel="noreferrer">
      <bdi>{title}</bdi>
    </a>
  );
}
