import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { factsOf, type ModuleName, modulePath } from '../../../../src/shared/module-facts.ts';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { formatTime } from '../../core/format-dates.ts';
import { applicantsPath } from '../../core/navigation.ts';
import { blogReaderPath, paths } from '../../core/paths.ts';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import classes from './dashboard.module.css';
import { EmptySectionText, Section } from './section.tsx';
import { figures } from '../../core/figures.ts';

type DayRows = ApiOutputs['dashboard']['day'];

const shownApplicants = 3;

/** What the person has begun, what is theirs to answer, and what happens on the site today. */
export function Day() {
  const { role } = useCurrentUser();
  const hasInbox = hasGrant(role, 'inbox:manage');
  const day = trpc.dashboard.day.useQuery();
  const counts = trpc.inbox.counts.useQuery(undefined, { enabled: hasInbox }).data;
  const applications = trpc.inbox.list.useQuery(
    {
      page: 1,
      per_page: shownApplicants,
      kind: 'application',
      state: 'open',
      sort: 'listed_at:desc',
    },
    { enabled: hasInbox },
  ).data;
  const counted = trpc.inbox.applicantCounts.useQuery(undefined, { enabled: hasInbox }).data?.jobs ?? [];
  const jobs = counted.filter((job) => job.is_closed || job.new > 0);
  const mine = counts?.mine ?? 0;
  const unassigned = counts?.unassigned ?? 0;
  const applicants = applications?.meta.total ?? 0;
  return (
    <Section name="day" title="Your day">
      <QueryBoundary
        query={day}
        subject="your day"
        skeleton={<LineSkeletons count={3} />}
        isEmpty={({ unsaved, drafts, today }) =>
          unsaved.length + drafts.length + today.length + mine + unassigned + applicants + jobs.length === 0
        }
        empty={<EmptySectionText text="No drafts, no open messages, and nothing that goes out today." />}
      >
        {({ unsaved, drafts, today }) => (
          <div className={classes.day}>
            {unsaved.length + drafts.length > 0 && <Drafts unsaved={unsaved} drafts={drafts} />}
            {mine + unassigned > 0 && (
              <Part title="Messages">
                <CountLink count={mine} assigned="me" words={['is yours', 'are yours']} />
                <CountLink count={unassigned} assigned="none" words={['is nobody’s', 'are nobody’s']} />
              </Part>
            )}
            {applications && applicants + jobs.length > 0 && (
              <Part title={applicants > 0 ? 'New applicants' : 'Applicants'}>
                {applications.messages.map(({ id, name, subject, last_incoming_at }) => (
                  <Line
                    key={id}
                    to={`${paths.inbox}?kind=application&state=open&message=${id}`}
                    words={name}
                    about={subject}
                    when={<RelativeTime at={last_incoming_at} words={activityTime} />}
                  />
                ))}
                {jobs.map(({ id, title, open, new: fresh, is_closed }) => (
                  <li key={`job ${id}`}>
                    <Link to={applicantsPath(id)}>
                      {figures.format(is_closed ? open : fresh)} {is_closed ? 'open' : 'new'} for{' '}
                      <bdi>{title}</bdi>
                      {is_closed && ', which is closed'}
                    </Link>
                  </li>
                ))}
                {applicants > shownApplicants && (
                  <li>
                    <Link to={`${paths.inbox}?kind=application&state=open`}>
                      All {figures.format(applicants)}
                    </Link>
                  </li>
                )}
              </Part>
            )}
            {today.length > 0 && <Today today={today} />}
          </div>
        )}
      </QueryBoundary>
    </Section>
  );
}

/** For roles that manage nothing. */
export function ReaderDay() {
  return (
    <Section name="day" title="Your day">
      <ul className={classes.dayLines}>
        <li>
          <Link to={blogReaderPath}>Read the published posts</Link>
        </li>
        <li>
          <Link to={paths.account}>Your account</Link>
        </li>
      </ul>
    </Section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <h3 className={classes.dayTitle} id={id}>
        {title}
      </h3>
      <ul className={classes.dayLines} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  );
}

interface LineProps {
  to: string;
  words: string;
  /** What it is, or is about. */
  about: string;
  when: ReactNode;
}

function Line({ to, words, about, when }: LineProps) {
  return (
    <li>
      <Link to={to}>
        <bdi>{words}</bdi>
      </Link>
      <span className={classes.dayFacts}>
        <span>{about}</span>
        {when}
      </span>
    </li>
  );
}

function nounOf(module: ModuleName): string {
  const { noun } = factsOf(module);
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function Drafts({ unsaved, drafts }: Pick<DayRows, 'unsaved' | 'drafts'>) {
  return (
    <Part title="My drafts">
      {unsaved.map(({ module, title, at }) => (
        <Line
          key={`${module} ${at}`}
          to={`${modulePath(module)}/new`}
          words={title || 'Without a title'}
          about={`${nounOf(module)}, not saved yet`}
          when={<RelativeTime at={at} words={activityTime} />}
        />
      ))}
      {drafts.map(({ module, id, title, at }) => (
        <Line
          key={`${module} ${id}`}
          to={`${modulePath(module)}/${id}/edit`}
          words={title}
          about={nounOf(module)}
          when={<RelativeTime at={at} words={activityTime} />}
        />
      ))}
    </Part>
  );
}

interface CountLinkProps {
  count: number;
  assigned: 'me' | 'none';
  words: readonly [one: string, many: string];
}

function CountLink({ count, assigned, words: [one, many] }: CountLinkProps) {
  if (count === 0) return null;
  return (
    <li>
      <Link to={`${paths.inbox}?state=open&assigned=${assigned}`}>
        {count === 1 ? `1 open message ${one}` : `${figures.format(count)} open messages ${many}`}
      </Link>
    </li>
  );
}

function Today({ today }: Pick<DayRows, 'today'>) {
  return (
    <Part title="Goes out today">
      {today.map(({ module, id, title, at, isEnd }) => (
        <Line
          key={`${module} ${id} ${isEnd}`}
          to={`${modulePath(module)}/${id}/edit`}
          words={title}
          about={isEnd ? `${nounOf(module)}, ends` : nounOf(module)}
          when={<time dateTime={at}>{formatTime(at)}</time>}
        />
      ))}
    </Part>
  );
}
