import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import { findMediaFacts } from '../../pictures/media.ts';
import { showPicture, showPictures } from '../../pictures/picture.entity.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { missingValuesOf } from '../../shared/blocks/row-values.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import { Conflict, RuleBroken } from '../../shared/errors.ts';
import { publicationStateOf } from '../../shared/schedule.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { languageOfRow, type SiteLanguages } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { mediaIdsOf } from '../../shared/writing/pictures-in-text.ts';
import { withUniquePlaces } from '../../shared/writing/link-places.ts';
import { type ShowOptions, renderWriting } from '../../shared/writing/show-html.ts';
import { initialPositionOf, initialValues } from './fields-of.ts';
import type { AnyView, ModuleKind } from './module-kind.ts';
import { hideMissingReferences } from './references.ts';

/** With picture, state and path, if the module has them. */
export type ShownRow = AnyView;

export type ShowRowCtx = ReadCtx & Pick<Ctx, 'now'>;

/** Rejects as `view` does, but the row of a `Conflict` is shown like any other. */
export async function showRow(
  kind: ModuleKind,
  ctx: ShowRowCtx,
  view: AnyView | Promise<AnyView>,
): Promise<ShownRow> {
  const stated = Promise.resolve(view).then(
    async (one) => {
      const shown = await hideMissingReferences(ctx, kind.columns, [one]);
      return (await withStates(kind, ctx, shown))[0]!;
    },
    async (error: unknown) => {
      if (!(error instanceof Conflict) || !error.current) throw error;
      const [current] = await withStates(kind, ctx, [error.current as AnyView]);
      throw new Conflict(error.message, { current, cause: error });
    },
  );
  return kind.picture ? showPicture(ctx, kind.picture, stated) : stated;
}

export async function showRows(
  kind: ModuleKind,
  ctx: ShowRowCtx,
  views: readonly AnyView[],
): Promise<ShownRow[]> {
  const rows = await hideMissingReferences(ctx, kind.columns, [...views]);
  const stated = await withStates(kind, ctx, rows);
  return kind.picture ? showPictures(ctx, kind.picture, stated) : stated;
}

/** Adds what a response lacks that an earlier version of the program stored. */
export function completeStoredResponse(kind: ModuleKind, { now }: Pick<Ctx, 'now'>, row: ShownRow): ShownRow {
  const { schedule, folder, position } = kind.facts;
  const placed = position ? { position: initialPositionOf(position, row), ...row } : row;
  const isComplete = (!schedule || 'state' in row) && (!folder || 'path' in row);
  return isComplete ? placed : withState(kind, now, { ...initialValues(kind.columns), ...placed }, undefined);
}

async function withStates(
  kind: ModuleKind,
  { read, now }: ShowRowCtx,
  views: readonly AnyView[],
): Promise<AnyView[]> {
  // Most sites have one language, and most rows state none.
  const isInOthers = kind.facts.isTranslated && views.some(({ lang }) => lang);
  const languages = isInOthers ? await readSiteLanguages(read) : undefined;
  return views.map((view) => withState(kind, now, view, languages));
}

function withState(
  { facts, columns }: ModuleKind,
  now: Date,
  view: AnyView,
  languages: SiteLanguages | undefined,
): AnyView {
  const mayLackValues = facts.publicBy !== null && !view[facts.publicBy];
  const missing = mayLackValues ? missingValuesOf(columns, view).map(({ path }) => path) : [];
  return {
    ...view,
    ...(missing.length > 0 && { missing }),
    ...(facts.schedule && { state: publicationStateOf(facts, view, now) }),
    ...(facts.folder && { path: pathOfView(facts, view, languages) }),
  };
}

function pathOfView(facts: ContentFacts, view: AnyView, languages: SiteLanguages | undefined): string {
  const row = view as AnyView & { slug?: string | null; lang?: string | null };
  return pathOfRow(facts, row, languages && languageOfRow(languages, row.lang));
}

type ShowingCtx = ReadCtx & { siteSettings: SiteSettingsSource };

/** As the HTML that visitors get. */
export async function renderTexts(
  { read, siteSettings }: ShowingCtx,
  texts: readonly string[],
  options: Omit<ShowOptions, 'texts'>,
): Promise<string[]> {
  const facts = await findMediaFacts({ read }, texts.flatMap(mediaIdsOf));
  const labels = (await siteSettings.current()).texts.blog;
  return withUniquePlaces(texts).map((html) => renderWriting(html, facts, { texts: labels, ...options }));
}

/** In one answer. A text may have a million characters. */
const maxWithContent = 20;

/** @throws {RuleBroken} for a page with the texts of too many rows */
export function expectFewTexts(include: 'content' | undefined, per_page: number): void {
  if (include && per_page > maxWithContent)
    throw RuleBroken.of('per_page', `With include=content, at most ${maxWithContent} rows`);
}
