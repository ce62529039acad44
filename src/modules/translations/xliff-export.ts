import { Readable } from 'node:stream';
import type { AnyView, ModuleKind } from '../../content/module/module-kind.ts';
import {
  readTranslationTable,
  readViews,
  type TranslatedCell,
} from '../../content/translations/translation-table.ts';
import { textsOfRow } from '../../content/translations/translated-texts.ts';
import type { SignedInCtx } from '../../database/ctx.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import { maxXliffBytes } from '../../shared/upload-limits.ts';
import { escapeXml } from '../../shared/xml.ts';
import { Download } from '../../trpc/download.ts';
import { maxXliffUnits } from './read-xliff.ts';
import { codedHtml, codedLine, xliffOf } from './xliff-codes.ts';
import { type ModulesWithRows, translatedModulesOf } from './translation-table.ts';

export const xliffType = 'application/xliff+xml; charset=utf-8';

/** Rows whose texts are in memory at once. */
const batchRows = 100;

/**
 * The missing and outdated texts of a language, a `<file>` for each row. The drafts of a language have those that are
 * still the words of the original.
 * @throws {RuleBroken} when the site is not in the language, or there is more than an import takes
 */
export async function exportXliff(
  ctx: SignedInCtx,
  modules: ModulesWithRows,
  { lang, module }: { lang: string; module?: ModuleName | 'settings' | undefined },
): Promise<Download> {
  const { shown } = await readSiteLanguages(ctx.read);
  if (!shown.some(({ language }) => language === lang))
    throw RuleBroken.of('lang', 'The site is not in this language. It can be added in the settings.');
  if (module === 'settings')
    throw RuleBroken.of('module', 'Texts of the settings are not part of these files.');
  const names = translatedModulesOf(ctx.viewer).filter((name) => !module || name === module);
  const tables = await readTranslationTable(
    ctx,
    names.map((name) => modules[name].kind),
  );
  const parts: string[] = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n',
  ];
  let [bytes, units] = [0, 0];
  for (const name of names) {
    const { kind } = modules[name];
    const open = tables.get(kind)!.flatMap(({ original_id, cells }) => {
      const cell = cells.find((one) => one.lang === lang)!;
      const source = cells.find(({ id }) => id === original_id);
      const isOpen = cell.state === 'missing' || cell.state === 'draft' || cell.state === 'outdated';
      return isOpen && source && source.state !== 'trash' && cell !== source
        ? [{ original_id, cell, from: source.lang }]
        : [];
    });
    for (let at = 0; at < open.length; at += batchRows) {
      const batch = open.slice(at, at + batchRows);
      const ids = batch.flatMap(({ original_id, cell }) => [original_id, ...(cell.id ? [cell.id] : [])]);
      const views = await readViews(ctx, kind, ids);
      for (const { original_id, cell, from } of batch) {
        const original = views.get(original_id);
        if (!original) continue;
        const written = unitsOf(kind, original, { cell, translation: views.get(cell.id ?? 0) });
        if (written.length === 0) continue;
        const file = fileOf({ name: `${name}/${original_id}`, from, to: lang, units: written });
        bytes += Buffer.byteLength(file);
        units += written.length;
        if (bytes > maxXliffBytes - 1024 || units > maxXliffUnits)
          throw RuleBroken.of(
            'module',
            'This is more than a file may have: 20 MB and 50,000 texts. Please choose one module.',
          );
        parts.push(file);
      }
    }
  }
  parts.push('</xliff>\n');
  return new Download({
    name: `translations-${lang}.xlf`,
    type: xliffType,
    bytes: undefined,
    open: () => Readable.from(parts),
  });
}

function unitsOf(
  kind: ModuleKind,
  original: AnyView,
  { cell, translation }: { cell: TranslatedCell; translation: AnyView | undefined },
): string[] {
  const own = new Map(translation && textsOfRow(kind, translation).map(({ place, text }) => [place, text]));
  return textsOfRow(kind, original).flatMap(({ place, column, label, isHtml, text }) => {
    if (text.trim() === '') return [];
    const present = own.get(place);
    const isOpen =
      present === undefined ||
      cell.outdated.includes(column) ||
      (cell.state !== 'published' && present === text);
    if (translation && !isOpen) return [];
    const code = isHtml ? codedHtml : codedLine;
    const target =
      present !== undefined && present !== '' && present !== text
        ? `\n        <target state="needs-review-translation">${xliffOf(code(present))}</target>`
        : '';
    return [
      `      <trans-unit id="${escapeXml(place)}" xml:space="preserve">
        <source>${xliffOf(code(text))}</source>${target}
        <note>${escapeXml(label)}</note>
      </trans-unit>\n`,
    ];
  });
}

function fileOf({
  name,
  from,
  to,
  units,
}: {
  name: string;
  from: string;
  to: string;
  units: string[];
}): string {
  return `  <file original="${name}" source-language="${from}" target-language="${to}" datatype="html">
    <body>\n${units.join('')}    </body>
  </file>\n`;
}
