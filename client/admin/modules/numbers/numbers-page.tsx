import { Group as Row, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { addDays, localDayOf } from '../../../../src/shared/zoned-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { dateLocale, formatDay, siteTimeZone } from '../../core/format-dates.ts';
import { paths } from '../../core/paths.ts';
import { AllSums } from './all-sums.tsx';
import { Chart, type Step } from './chart.tsx';
import classes from './numbers.module.css';
import { lengths, readRange, type ShownRange, stepsOf, writeRange } from './range.ts';
import { type Group, SumsSection } from './sums-table.tsx';
import { figures } from '../../core/figures.ts';

type Overview = ApiOutputs['visits']['overview'];
type Figure = Overview['present']['total'];

const lead =
  'A visit is a view that came from elsewhere. Nobody is recognised: a person who comes twice counts twice.';

/** How many people come, from where, what they read, and whether they write. */
export function NumbersPage() {
  const today = localDayOf(siteTimeZone(), new Date());
  const [search, setSearch] = useSearchParams();
  const range = readRange(search, today);
  const { from, until } = range;
  const { role } = useCurrentUser();
  const seesAll = hasGrant(role, 'visits:all');
  const query = trpc.visits.overview.useQuery({ from, until }, { placeholderData: keepPreviousData });
  const addressOf = (more: Record<string, string> = {}) =>
    `?${new URLSearchParams({ ...writeRange(range), ...more })}`;
  const groups: Group[] = [
    'page',
    ...(seesAll ? (['from', 'campaign', 'screen'] as const) : []),
    ...(hasGrant(role, 'inbox:manage') ? (['sent'] as const) : []),
  ];
  const shown = groups.find((group) => group === search.get('show'));
  return (
    <>
      <PageHeader title="Numbers" lead={lead} />
      <RangeFields range={range} today={today} onChange={(next) => setSearch(writeRange(next))} />
      {shown ? (
        <AllSums key={shown} by={shown} range={{ from, until }} back={addressOf()} />
      ) : (
        <QueryBoundary query={query} subject="the numbers" skeleton={<Skeleton height={320} />}>
          {(overview) =>
            overview.first_day === null ? (
              <NothingYet isCounting={overview.is_counting} />
            ) : (
              <>
                {!overview.is_counting && <Off />}
                <Figures overview={overview} isCompared={range.isCompared} />
                {seesAll && <Visits overview={overview} isCompared={range.isCompared} />}
                <div className={classes.tables}>
                  {groups.map((by) => (
                    <SumsSection key={by} by={by} range={{ from, until }} all={addressOf({ show: by })} />
                  ))}
                </div>
                <Missing programs={overview.programs} />
              </>
            )
          }
        </QueryBoundary>
      )}
    </>
  );
}

interface RangeFieldsProps {
  range: ShownRange;
  today: string;
  onChange: (range: ShownRange) => void;
}

function RangeFields({ range, today, onChange }: RangeFieldsProps) {
  const { length, from, until, isCompared } = range;
  const setDays = (days: Partial<Pick<ShownRange, 'from' | 'until'>>) => {
    const next = { ...range, ...days };
    // While a day is typed, it may be empty or behind the other.
    if (next.from && next.until && next.from <= next.until) onChange(next);
  };
  return (
    <Row gap="sm" align="flex-end" mb="lg">
      <NativeSelect
        label="Period"
        value={length}
        onChange={({ currentTarget: { value } }) => {
          const chosen = lengths.find((known) => known.value === value)!.value;
          const days = chosen === 'own' ? {} : { from: addDays(today, 1 - Number(chosen)), until: today };
          onChange({ ...range, ...days, length: chosen });
        }}
        data={[...lengths]}
      />
      {length === 'own' && (
        <>
          <TextInput
            type="date"
            label="From"
            defaultValue={from}
            onChange={(event) => setDays({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Until"
            defaultValue={until}
            onChange={(event) => setDays({ until: event.currentTarget.value })}
          />
        </>
      )}
      <NativeSelect
        label="Compared with"
        value={isCompared ? 'before' : 'none'}
        onChange={({ currentTarget }) => onChange({ ...range, isCompared: currentTarget.value === 'before' })}
        data={[
          { value: 'before', label: 'The period before' },
          { value: 'none', label: 'Nothing' },
        ]}
      />
    </Row>
  );
}

const figureLabels: readonly (readonly [keyof Figure, string])[] = [
  ['visits', 'Visits'],
  ['views', 'Views'],
  ['messages', 'Messages'],
  ['applications', 'Applications'],
];
const change = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

function Figures({ overview: { present, before }, isCompared }: { overview: Overview; isCompared: boolean }) {
  return (
    <dl className={classes.figures}>
      {figureLabels.map(([name, label]) => {
        const [now, past] = [present.total[name], before.total[name]];
        if (now === null) return null;
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {figures.format(now)}
              {isCompared && <Change now={now} past={past ?? 0} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Beyond this, a share says less than the two figures. */
const maxChange = 10;

function Change({ now, past }: { now: number; past: number }) {
  const share = past > 0 ? (now - past) / past : Number.POSITIVE_INFINITY;
  return (
    <span className={classes.change}>
      {share <= maxChange ? `${change.format(share)}, before: ` : 'before: '}
      {figures.format(past)}
    </span>
  );
}

function Visits({ overview, isCompared }: { overview: Overview; isCompared: boolean }) {
  const { step, present, before, posts } = overview;
  const past = stepsOf(before.from, before.until, step);
  const [now, then] = [present, before].map(
    ({ points }) => new Map(points.map((point) => [point.at, point])),
  );
  const titles = Map.groupBy(posts, ({ at }) => at);
  const steps = stepsOf(present.from, present.until, step).map(
    (at, place): Step => ({
      at,
      visits: now!.get(at)?.visits ?? 0,
      before: isCompared ? (then!.get(past[place] ?? '')?.visits ?? 0) : undefined,
      posts: titles.get(at)?.map(({ title }) => title) ?? [],
    }),
  );
  const name = step === 'month' ? 'Visits a month' : 'Visits a day';
  const format = step === 'month' ? formatMonth : formatShortDay;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{name}</h2>
      <Chart steps={steps} name={name} format={format} />
      <p className={classes.legend}>
        {isCompared && <span data-mark="before">The period before</span>}
        {posts.length > 0 && <span data-mark="post">A post was published</span>}
      </p>
      <details>
        <summary>The figures as a table</summary>
        <table className={classes.table}>
          <caption>{name}</caption>
          <thead>
            <tr>
              <th scope="col">{step === 'month' ? 'Month' : 'Day'}</th>
              <th scope="col">Visits</th>
              <th scope="col">Views</th>
              {isCompared && <th scope="col">Visits before</th>}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ at, visits, before: earlier }) => (
              <tr key={at}>
                <th scope="row">{step === 'month' ? formatMonth(at) : formatDay(at)}</th>
                <td>{figures.format(visits)}</td>
                <td>{figures.format(now!.get(at)?.views ?? 0)}</td>
                {isCompared && <td>{figures.format(earlier ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function formatShortDay(day: string): string {
  return formatIn(day, { day: 'numeric', month: 'short' });
}

function formatMonth(month: string): string {
  return formatIn(`${month}-01`, { month: 'short', year: 'numeric' });
}

function formatIn(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(), { ...parts, timeZone: 'UTC' }).format(new Date(day));
}

function NothingYet({ isCounting }: { isCounting: boolean }) {
  if (!isCounting) return <Off />;
  return (
    <EmptyState
      title="Nothing has been counted yet"
      text="A minute after the first visitor, this screen shows how many came, from where, what they read, and which pages brought messages. Your own visits are not counted."
    >
      <Missing programs={null} />
    </EmptyState>
  );
}

function Off() {
  const { role } = useCurrentUser();
  return (
    <EmptyState
      title="Views are not counted"
      text="The site counts nothing until somebody turns it on. It then needs no cookies and stores nothing about visitors."
    >
      {hasGrant(role, 'settings:manage') && (
        <Link to={`${paths.settings}/privacy`}>Count visits, under Privacy</Link>
      )}
    </EmptyState>
  );
}

function Missing({ programs }: { programs: number | null }) {
  const lines: ReactNode[] = [
    'Not counted: people who are signed in here, devices that they left out, browsers without JavaScript, with a blocker or with Global Privacy Control.',
    'A browser that does not say where people come from counts each page as a visit.',
    'Messages that are marked as spam later stay counted.',
    ...(programs === null ? [] : [`Left out as programs: ${figures.format(programs)}.`]),
  ];
  return <p className={classes.missing}>{lines.join(' ')}</p>;
}
