import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { WritingCtx } from '../../content/module/form-parts.ts';
import type { AnyView, ModuleKind } from '../../content/module/module-kind.ts';
import { updateFromForm } from '../../content/operations/update.ts';
import { readGroup, updateTranslations } from '../../content/translations/stored-translations.ts';
import { readViews } from '../../content/translations/translation-table.ts';
import { placeOfPath, textsOfRow, withTranslatedTexts } from '../../content/translations/translated-texts.ts';
import { changedTexts, confirmTranslation, translateRow } from '../../content/translations/translations.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { DomainError, RuleBroken } from '../../shared/errors.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import type { Upload } from '../../shared/uploads.ts';
import { readXliff, type XliffFile } from './read-xliff.ts';
import { importGroup, settingsPrefix } from './xliff-settings.ts';
import { isLanguage, maxName, problemOf, readTexts, type XliffRun } from './xliff-texts.ts';
import { translatedModulesOf } from './translation-table.ts';
import type { XliffReport } from './translations.schema.ts';

export type ModulesWithForms = Readonly<Record<ModuleName, { kind: ModuleKind; Patch: z.ZodType }>>;

/** In one answer. */
const maxProblems = 1000;

type Problem = XliffReport['problems'][number];

interface Run extends XliffRun {
  modules: ModulesWithForms;
}

const changedOriginal =
  'The original has changed since the export. The text was stored, and is marked as outdated.';

/**
 * Stores the texts of a file in the translations of its rows, each row by itself; a missing translation becomes a draft.
 * What does not fit is left out and named by its line.
 * @throws {RuleBroken} when the file is no XLIFF 1.2; then nothing is stored
 */
export async function importXliff(
  ctx: WritingCtx,
  modules: ModulesWithForms,
  file: Upload,
): Promise<XliffReport> {
  const files = await readXliff(await readFile(file.path));
  const problems: Problem[] = [];
  let count = 0;
  const run: Run = {
    ctx,
    modules,
    languages: await readSiteLanguages(ctx.read),
    report: { created: 0, changed: 0, unchanged: 0, visible: 0, untranslated: 0 },
    addProblem: (problem) => {
      count += 1;
      if (problems.length < maxProblems) problems.push(problem);
    },
  };
  for (const one of files) {
    const store = one.original.startsWith(settingsPrefix) ? importGroup : importRow;
    await store(run, one).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      const [message = error.message] = Object.values(error.errors ?? {}).flat();
      run.addProblem({
        line: one.line,
        original: one.original.slice(0, maxName),
        unit: null,
        problem: message,
      });
    });
    ctx.em.clear();
  }
  problems.sort((a, b) => a.line - b.line);
  return { ...run.report, problems, problem_count: count };
}

async function importRow(run: Run, file: XliffFile): Promise<void> {
  const { ctx, report } = run;
  const { name, kind, id, lang } = expectRow(run, file);
  const group = await readGroup(ctx.read, { module: kind.module, item_id: id });
  const stored = group.find((one) => one.lang === lang);
  const views = await readViews(ctx, kind, [id, ...(stored ? [stored.item_id] : [])]);
  const original = views.get(id);
  if (!original) throw RuleBroken.of('original', kind.table.missing);
  const own = group.find(({ item_id }) => item_id === id);
  if (own && own.original_id !== id) throw RuleBroken.of('original', 'This is a translation itself.');
  const from = own?.lang ?? languageOfRow(run.languages, original.lang as string | null).language;
  if (!isLanguage(file.source, from))
    throw RuleBroken.of(
      'source-language',
      `The original is not in ${file.source.slice(0, maxName) || 'no language'}, but in ${from}.`,
    );
  if (from === lang) throw RuleBroken.of('target-language', 'The original is in this language already.');
  if (stored && !views.has(stored.item_id))
    throw RuleBroken.of('original', 'The translation is in the trash. Please restore it first.');

  const places = new Map(textsOfRow(kind, original).map((text) => [text.place, text]));
  const { texts, stale } = readTexts(run, file, places);
  if (texts.size === 0) {
    report.unchanged += 1;
    return;
  }
  const row = stored ? views.get(stored.item_id)! : original;
  const values = fittingValues(run, file, { name, row, original, texts });
  if (Object.keys(values).length === 0) return;
  const outdated = stale.filter((unit) => texts.has(unit.id));
  for (const unit of outdated) run.addProblem(problemOf(file, unit, changedOriginal));
  const isStale = outdated.length > 0;
  const translation = stored?.item_id ?? (await translateRow(kind, ctx, { id, lang })).id;
  const before = stored ? row.version : 0;
  const saved = await updateFromForm(kind, ctx, { id: translation, ...values });
  if (!stored) report.created += 1;
  else if (saved.version === before) report.unchanged += 1;
  else report.changed += 1;
  const isVisible = kind.facts.publicBy === null || saved[kind.facts.publicBy] === true;
  if (stored && isVisible && saved.version !== before) report.visible += 1;
  if (!stored && isStale) {
    await inTransaction(ctx, (tx) =>
      updateTranslations(tx, { module: kind.module }, [translation], { as_of: 0 }),
    );
  } else if (stored && !isStale && (await isComplete(run, { kind, original, as_of: stored.as_of, texts }))) {
    await confirmTranslation(kind, ctx, { id: translation, original_version: original.version });
  }
}

/** @throws {RuleBroken} when the file is of no row that the person may edit, or in no language of the site */
function expectRow({ ctx, modules, languages }: Run, { original, target }: XliffFile) {
  const [name = '', number, ...rest] = original.split('/');
  const known = translatedModulesOf(ctx.viewer, 'write').find((one) => one === name);
  const id = /^[1-9]\d{0,8}$/.test(number ?? '') ? Number(number) : 0;
  if (!known || id === 0 || rest.length > 0)
    throw RuleBroken.of('original', `“${original.slice(0, maxName)}” is no row that you may edit.`);
  const lang = languages.shown.find(({ language }) => isLanguage(target, language))?.language;
  if (!lang)
    throw RuleBroken.of('target-language', `The site is not in the language “${target.slice(0, maxName)}”.`);
  return { name: known, kind: modules[known].kind, id, lang };
}

/** The values that the module's form accepts. Leaves out, and names, each text that it refuses. */
function fittingValues(
  { modules, addProblem }: Run,
  file: XliffFile,
  {
    name,
    row,
    original,
    texts,
  }: { name: ModuleName; row: AnyView; original: AnyView; texts: Map<string, string> },
): Record<string, unknown> {
  const { kind, Patch } = modules[name];
  const units = new Map(file.units.map((unit) => [unit.id, unit]));
  const drop = (place: string, problem: string) => {
    texts.delete(place);
    addProblem(problemOf(file, units.get(place)!, problem));
  };
  for (const place of withTranslatedTexts(kind, { row, original }, texts).left)
    drop(place, 'The translation has no such place. Add it there first.');
  while (texts.size > 0) {
    const { values } = withTranslatedTexts(kind, { row, original }, texts);
    const parsed = Patch.safeParse({ id: row.id, ...values });
    if (parsed.success) {
      const { id: _, ...accepted } = parsed.data as Record<string, unknown>;
      return Object.fromEntries(Object.keys(values).map((column) => [column, accepted[column]]));
    }
    const refused = new Map(
      parsed.error.issues.map(({ path, message }) => [placeOfPath(kind, values, path.join('.')), message]),
    );
    const dropped = [...texts.keys()].filter((place) => refused.has(place));
    // What is wrong is not among the texts, but in the row.
    if (dropped.length === 0) throw RuleBroken.of('original', [...refused.values()][0]!);
    for (const place of dropped) drop(place, refused.get(place)!);
  }
  return {};
}

/** Whether the file has all texts of the original that have changed since somebody checked the translation. */
async function isComplete(
  { ctx }: Run,
  {
    kind,
    original,
    as_of,
    texts,
  }: { kind: ModuleKind; original: AnyView; as_of: number; texts: ReadonlyMap<string, string> },
): Promise<boolean> {
  const [columns = []] = await changedTexts(ctx, kind, [{ original, version: as_of }]);
  if (columns.length === 0) return false;
  return textsOfRow(kind, original).every(
    ({ column, place, text }) => !columns.includes(column) || text.trim() === '' || texts.has(place),
  );
}
