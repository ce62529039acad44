import { Button, Group as Row, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs } from '../../../api/types.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ExportButton } from '../../list/list-toolbar.tsx';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import classes from './numbers.module.css';
import { type Group, groupTitles, SumsTable } from './sums-table.tsx';
import { figures } from '../../core/figures.ts';

interface AllSumsProps {
  by: Group;
  range: Pick<ApiInputs['visits']['sums'], 'from' | 'until'>;
  /** The address of all numbers. */
  back: string;
}

/** All rows of a table, 100 at a time. */
export function AllSums({ by, range, back }: AllSumsProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = text.trim() || undefined;
  const query = trpc.visits.sums.useQuery(
    { ...range, by, search, page },
    { placeholderData: keepPreviousData },
  );
  const find = (value: string) => {
    setText(value);
    setPage(1);
  };
  return (
    <section aria-labelledby={id}>
      <Link className={classes.back!} to={back}>
        All numbers
      </Link>
      <h2 id={id} className={classes.title}>
        {groupTitles[by]}
      </h2>
      <Row align="flex-end" justify="space-between" my="sm">
        <TextInput
          type="search"
          label="Search"
          maxLength={200}
          value={text}
          onChange={(event) => find(event.currentTarget.value)}
        />
        <ExportButton path="/api/admin/visits.csv" filter={{ ...range, by, search }} />
      </Row>
      <QueryBoundary
        query={query}
        subject={groupTitles[by].toLowerCase()}
        skeleton={<LineSkeletons count={10} />}
        isEmpty={({ sums }) => sums.length === 0}
        empty={<p className={classes.nothing}>Nothing has this name.</p>}
      >
        {({ sums, meta }) => (
          <>
            <SumsTable by={by} labelledBy={id} sums={sums} />
            {meta.total > meta.per_page && (
              <Row mt="md" component="nav" aria-label="Pages">
                <Button variant="default" disabled={meta.page <= 1} onClick={() => setPage(meta.page - 1)}>
                  Previous
                </Button>
                <span>
                  {figures.format((meta.page - 1) * meta.per_page + 1)} to{' '}
                  {figures.format((meta.page - 1) * meta.per_page + sums.length)} of{' '}
                  {figures.format(meta.total)}
                </span>
                <Button
                  variant="default"
                  disabled={meta.page * meta.per_page >= meta.total}
                  onClick={() => setPage(meta.page + 1)}
                >
                  Next
                </Button>
              </Row>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
