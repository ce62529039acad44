import type { ContentFacts } from './content-facts.ts';

export const publicationStates = ['draft', 'scheduled', 'published', 'ended'] as const;
export type PublicationState = (typeof publicationStates)[number];

type Moment = Date | string | null | undefined;

type ScheduledFacts = Pick<ContentFacts, 'publicBy' | 'schedule'>;

/**
 * Returns the publication state of a row. Visitors do not see a `draft` yet. They see a `scheduled` row from a later
 * date on, a `published` row now, and an `ended` row no longer. When its end is over, an unpublished row is `ended`
 * too. There is one exception: if the module has dates of publication, an unpublished row without such a date remains a
 * `draft`.
 */
export function publicationStateOf(
  { publicBy, schedule }: ScheduledFacts,
  row: object,
  now: Date,
): PublicationState {
  const values = row as Record<string, unknown>;
  const [from, until] = [schedule?.from, schedule?.until].map((name) =>
    timeOf(name === undefined ? null : (values[name] as Moment)),
  );
  const isMeant = publicBy === null || Boolean(values[publicBy]);
  const isOver = until !== null && until! <= now.getTime();
  if (isOver && (isMeant || !schedule?.from || from !== null)) return 'ended';
  if (!isMeant) return 'draft';
  if (from === null) return publicBy !== null && schedule?.from ? 'draft' : 'published';
  return from! > now.getTime() ? 'scheduled' : 'published';
}

export function isPublicAt(facts: ScheduledFacts, row: object, now: Date): boolean {
  return publicationStateOf(facts, row, now) === 'published';
}

function timeOf(moment: Moment): number | null {
  return moment === null || moment === undefined ? null : new Date(moment).getTime();
}

/**
 * Returns the names of the columns with the start and the end of the time in which visitors see a row. Returns an empty
 * list if the module has no schedule.
 */
export function scheduleColumnNames({ schedule }: Pick<ContentFacts, 'schedule'>): string[] {
  return [schedule?.from, schedule?.until].filter((name) => name !== undefined);
}

interface Dated {
  created_at: string;
  updated_at: string;
  published_at: string | null;
}

/**
 * Returns the date of publication of a post. For a response of an earlier version, which lacks this date,
 * returns the date of creation.
 */
export function publicationDateOf({
  published_at,
  created_at,
}: Pick<Dated, 'published_at' | 'created_at'>): string {
  return published_at ?? created_at;
}

/**
 * Returns the moment of the last change that visitors could see. If a post was last saved before its date of
 * publication, this moment is the date of publication.
 */
export function visibleChangeOf({
  published_at,
  updated_at,
}: Pick<Dated, 'published_at' | 'updated_at'>): string {
  return published_at && published_at > updated_at ? published_at : updated_at;
}
