import type { ModuleKind } from '../../content/module/module-kind.ts';
import { readTranslationTable } from '../../content/translations/translation-table.ts';
import type { Viewer, SignedInCtx } from '../../database/ctx.ts';
import { readSettingsTranslations } from '../../settings/group-translations.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { translationStates } from '../../shared/enumerations.ts';
import { foldText } from '../../shared/fold-text.ts';
import { galleryModule } from '../../shared/gallery-limits.ts';
import { hasGrant } from '../../shared/grants.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { maxPerPage } from '../../shared/pagination.ts';
import { includesScope } from '../../shared/scopes.ts';
import { readEditableAlbum, textsOfAlbum } from '../gallery/album-texts.ts';
import type { TranslationsQuery, TranslationTable } from './translations.schema.ts';

export type ModulesWithRows = Readonly<Record<ModuleName, { kind: ModuleKind }>>;

/** The modules with translations whose rows the person may edit, or the token may read or write. */
export function translatedModulesOf(
  { role, token }: Viewer,
  access: 'read' | 'write' = 'read',
): ModuleName[] {
  return moduleNames.filter(
    (name) =>
      factsOf(name).isTranslated &&
      hasGrant(role, `${name}:manage`) &&
      (!token || includesScope(token.scopes, `${name}:${access}`)),
  );
}

type Row = TranslationTable['rows'][number];

export async function readTable(
  ctx: SignedInCtx,
  modules: ModulesWithRows,
  { module, lang, state, search = '', page = 1, per_page = maxPerPage }: TranslationsQuery,
): Promise<TranslationTable> {
  const { shown } = await readSiteLanguages(ctx.read);
  const languages = shown.map(({ language }) => language);
  const names = translatedModulesOf(ctx.viewer);
  const tables = await readTranslationTable(
    ctx,
    names.map((name) => modules[name].kind),
  );
  const rows = names.flatMap((name) =>
    tables.get(modules[name].kind)!.map(
      ({ original_id, title, cells }): Row => ({
        module: name,
        id: original_id,
        group: null,
        title,
        cells,
      }),
    ),
  );
  const settings = (await readSettingsTranslations(ctx)).map(
    ({ group, label, cells }): Row => ({
      module: 'settings',
      id: 0,
      group,
      title: label,
      cells: cells.map((cell) => ({ id: null, ...cell })),
    }),
  );
  const all = languages.length > 1 ? [...rows, ...settings, ...(await readGalleryRow(ctx, languages))] : [];
  const searched = foldText(search);
  const matching = all.filter(
    (row) =>
      (!module || row.module === module) &&
      (!searched || foldText(row.title).includes(searched)) &&
      (!state || row.cells.some((cell) => (!lang || cell.lang === lang) && cell.state === state)),
  );
  const from = (page - 1) * per_page;
  return {
    languages,
    progress: languages.map((language) => ({ lang: language, ...progressIn(all, language) })),
    rows: matching.slice(from, from + per_page),
    meta: { total: matching.length, page, per_page },
  };
}

/** The album keeps no former captions, so it is outdated only where some texts of a language are missing. */
async function readGalleryRow(ctx: SignedInCtx, languages: readonly string[]): Promise<Row[]> {
  const album = await readEditableAlbum(ctx);
  if (!album) return [];
  const main = languages[0]!;
  const cells = languages.map((lang): Row['cells'][number] => {
    const texts = textsOfAlbum(album, { main, lang });
    const outdated = texts.flatMap(({ place, present }) => (present === undefined ? [place] : []));
    const state =
      outdated.length === 0 ? 'published' : outdated.length < texts.length ? 'outdated' : 'missing';
    return { lang, id: null, state, outdated };
  });
  return [{ module: 'settings', id: 0, group: galleryModule, title: 'Gallery', cells }];
}

function progressIn(
  rows: readonly Row[],
  language: string,
): Pick<TranslationTable['progress'][number], 'total' | 'by'> {
  const by = Object.fromEntries(translationStates.map((state) => [state, 0])) as Record<
    Row['cells'][number]['state'],
    number
  >;
  for (const { cells } of rows) {
    const cell = cells.find(({ lang }) => lang === language);
    if (cell) by[cell.state] += 1;
  }
  return { total: rows.length, by };
}
