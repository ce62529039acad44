import type { ContentFacts } from './content-facts.ts';

export const publicationStates = ['draft', 'scheduled', 'published', 'ended'] as const;
export type PublicationState = (typeof publicationStates)[number];

type Moment = Date | string | null | undefined;

type ScheduledFacts = Pick<ContentFacts, 'publicBy' | 'schedule'>;

/**
 * Visitors do not see a `draft` yet. They see a `scheduled` row later, a `published` row now, an `ended` row no longer.
 * An unpublished row whose end is over is `ended` too, unless the module has dates of publication and the row has none:
 * it stays a `draft`.
 */
export function publicationStateOf(
  { publicBy, schedule }: ScheduledFacts,
  row: object,
  now: Date,
): PublicationState {
  const values = row as Record<string, unknown>;
  const [from, until] = [schedule?.startColumn, schedule?.endColumn].map((name) =>
    timeOf(name === undefined ? null : (values[name] as Moment)),
  );
  const isMeant = publicBy === null || Boolean(values[publicBy]);
  const isOver = until !== null && until! <= now.getTime();
  if (isOver && (isMeant || !schedule?.startColumn || from !== null)) return 'ended';
  if (!isMeant) return 'draft';
  if (from === null) return publicBy !== null && schedule?.startColumn ? 'draft' : 'published';
  return from! > now.getTime() ? 'scheduled' : 'published';
}

export function isPublicAt(facts: ScheduledFacts, row: object, now: Date): boolean {
  return publicationStateOf(facts, row, now) === 'published';
}

function timeOf(moment: Moment): number | null {
  return moment === null || moment === undefined ? null : new Date(moment).getTime();
}

export function scheduleColumnNames({ schedule }: Pick<ContentFacts, 'schedule'>): string[] {
  return [schedule?.startColumn, schedule?.endColumn].filter((name) => name !== undefined);
}

interface Dated {
  created_at: string;
  updated_at: string;
  published_at: string | null;
}

/** A response of an earlier version lacks the date, and then the date of creation counts. */
export function publicationDateOf({
  published_at,
  created_at,
}: Pick<Dated, 'published_at' | 'created_at'>): string {
  return published_at ?? created_at;
}

/** The last change that visitors could see. A post saved before its date of publication changed on that date. */
export function visibleChangeOf({
  published_at,
  updated_at,
}: Pick<Dated, 'published_at' | 'updated_at'>): string {
  return published_at && published_at > updated_at ? published_at : updated_at;
}
