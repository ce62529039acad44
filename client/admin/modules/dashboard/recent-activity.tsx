import { findModuleByLogName } from '../../../../src/shared/module-facts.ts';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ActivityIcon, ActivitySentence } from '../../components/activity-marks.tsx';
import { QueryBoundary, InlineQueryError } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import classes from './dashboard.module.css';
import { EmptySectionText, Section } from './section.tsx';

type Activity = ApiOutputs['activities']['list']['activities'][number];

// docs/product.md, §9.1, fixes the number of listed changes and the interval between two requests.
const shown = 10;
const refreshMs = 30_000;

/** What one call did to many rows may need more entries than are shown. */
const mostOfOneCall = 100;

const refresh = { refetchInterval: refreshMs, refetchIntervalInBackground: false } as const;

/** Reloads while the tab is visible. */
export function RecentActivity() {
  const query = trpc.activities.list.useQuery({ page: 1, per_page: shown }, refresh);
  const isCut = query.data !== undefined && isLastLineCut(query.data.activities);
  const more = trpc.activities.list.useQuery(
    { page: 1, per_page: mostOfOneCall },
    { ...refresh, enabled: isCut },
  );
  const activities = (isCut && more.data?.activities) || query.data?.activities;
  return (
    <Section name="activity" title="Recent Activity" more={{ label: 'See All', to: '/admin/activities' }}>
      {query.data && <InlineQueryError query={query} title="Couldn’t refresh the activities." />}
      <QueryBoundary
        query={query}
        subject="the activities"
        skeleton={<LineSkeletons count={shown} />}
        isEmpty={() => activities?.length === 0}
        empty={<EmptySectionText text="No activities found" />}
      >
        {() => (
          <ul>
            {linesOf(activities ?? [])
              .slice(0, shown)
              .map((line) => (
                <RecentLine key={line[0].id} line={line} />
              ))}
          </ul>
        )}
      </QueryBoundary>
    </Section>
  );
}

/** The entries of one call for several rows, or one entry. */
type Line = [Activity, ...Activity[]];

function linesOf(activities: readonly Activity[]): Line[] {
  const lines: Line[] = [];
  for (const activity of activities) {
    const line = lines.at(-1);
    if (line && isOfSameCall(line[0], activity)) line.push(activity);
    else lines.push([activity]);
  }
  return lines;
}

/** All changes of a call have its time. */
function isOfSameCall(one: Activity, other: Activity): boolean {
  const isKnown = one.verified && other.verified && findModuleByLogName(one.module) !== undefined;
  return (
    isKnown && (['created_at', 'user_id', 'type', 'module'] as const).every((key) => one[key] === other[key])
  );
}

function isLastLineCut(activities: readonly Activity[]): boolean {
  const [previous, last] = activities.slice(-2);
  return activities.length === shown && last !== undefined && isOfSameCall(previous!, last);
}

function RecentLine({ line }: { line: Line }) {
  const [first] = line;
  const { type, user_name, created_at } = first;
  return (
    <li className={classes.activity}>
      <ActivityIcon type={type} />
      <div className={classes.recentActivityWords}>
        {line.length === 1 ? (
          <p className={classes.description}>
            <ActivitySentence {...first} />
          </p>
        ) : (
          <details className={classes.folded}>
            <summary>{describeLine(line)}</summary>
            <ul>
              {line.map((activity) => (
                <li key={activity.id}>
                  <ActivitySentence {...activity} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <p className={classes.recentActivityFacts}>
          <span>by {user_name}</span>
          <RelativeTime at={created_at} words={activityTime} />
        </p>
      </div>
    </li>
  );
}

/** For example 'Published 12 blog posts'. */
function describeLine(line: Line): string {
  const [{ description, module }] = line;
  const noun = findModuleByLogName(module)!.noun;
  const verb = description.slice(0, Math.max(0, description.indexOf(` ${noun}`)));
  return `${verb || 'Changed'} ${line.length} ${noun}s`;
}
