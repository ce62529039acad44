import type { OperationContext, ReadContext } from '../../database/operation.ts';
import type { Columns, Facts } from '../../shared/columns.ts';
import { Conflict } from '../../shared/errors.ts';
import { publicationStateOf, type ScheduledFacts } from '../../shared/schedule.ts';
import { rowPath } from '../../shared/slugs.ts';
import { showPicture, showPictures } from '../../pictures/picture-views.service.ts';
import { initialOf, pictureKeyOf, positionOf, type View } from './fields-of.ts';
import { withoutLost } from './referenced-rows.ts';
import type { Shown } from './schemas-of.ts';

export type ShowContext = ReadContext & Pick<OperationContext, 'now'>;

export interface ShownRows<C extends Columns> {
  /** Adds the picture, the state and the path to a view. */
  show(work: ShowContext, view: View<C> | Promise<View<C>>): Promise<Shown<C>>;
  showAll(work: ShowContext, views: View<C>[]): Promise<Shown<C>[]>;
  /** Adds what the stored response of an earlier version lacks. */
  complete(work: Pick<OperationContext, 'now'>, row: Shown<C>): Shown<C>;
}

interface ShownParts<C extends Columns> {
  columns: C;
  facts: ScheduledFacts & Pick<Facts, 'position' | 'folder'>;
}

/** Turns views into rows of responses. */
export function shownRowsOf<C extends Columns>({ columns, facts }: ShownParts<C>): ShownRows<C> {
  const { position, folder, schedule } = facts;
  const picture = pictureKeyOf(columns);
  const withoutLater = Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      'isOptional' in column ? [[name, initialOf(column)]] : [],
    ),
  );
  type Named = Record<string, string | null>;
  // TypeScript knows only general columns here. `ShownRows` states the exact types.
  const withState = <V extends object>(now: Date, view: V): V => ({
    ...view,
    ...(schedule && { state: publicationStateOf(facts, view, now) }),
    ...(folder && { path: rowPath(folder, view as unknown as { id: number; slug?: string | null }) }),
  });
  const show: ShownRows<C>['show'] = async (work, view) => {
    const stated = Promise.resolve(view).then(
      async (one) => withState(work.now, (await withoutLost(work, columns, [one]))[0]!),
      (error: unknown) => {
        if (!(error instanceof Conflict) || !error.current) throw error;
        throw new Conflict(error.message, { current: withState(work.now, error.current), cause: error });
      },
    );
    return (picture
      ? showPicture(work, picture, stated as unknown as Promise<Named>)
      : stated) as unknown as Shown<C>;
  };
  const showAll: ShownRows<C>['showAll'] = async (work, views) => {
    const stated = (await withoutLost(work, columns, views)).map((view) => withState(work.now, view));
    return (picture
      ? showPictures(work, picture, stated as unknown as Named[])
      : stated) as unknown as Shown<C>[];
  };

  return {
    show,
    showAll,
    complete: ({ now }, row) => {
      const isComplete = (!schedule || 'state' in row) && (!folder || 'path' in row);
      const placed = position ? { position: positionOf(position, row), ...row } : row;
      return isComplete ? placed : withState(now, { ...withoutLater, ...placed });
    },
  };
}
