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
import { openSettingTexts, type SettingsFile } from './xliff-settings.ts';
import { type ModulesWithRows, translatedModulesOf } from './translation-table.ts';

export const xliffType = 'application/xliff+xml; charset=utf-8';

/** Rows whose texts are in memory at once. */
const batchRows = 100;

/**
 * The missing and outdated texts of a language, a `<file>` for each row and each group of the settings. The drafts of a language have those that are
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
  const names = translatedModulesOf(ctx.viewer).filter((name) => !module || name === module);
  const tables = await readTranslationTable(
    ctx,
    names.map((name) => modules[name].kind),
  );
  const parts: string[] = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n',
  ];
  let [bytes, units] = [0, 0];
  const add = (file: { name: string; from: string; units: string[] }) => {
    if (file.units.length === 0) return;
    const written = fileOf({ ...file, to: lang });
    bytes += Buffer.byteLength(written);
    units += file.units.length;
    if (bytes > maxXliffBytes - 1024 || units > maxXliffUnits)
      throw RuleBroken.of(
        'module',
        'This is more than a file may have: 20 MB and 50,000 texts. Please choose one module.',
      );
    parts.push(written);
  };
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
        const own = { cell, translation: views.get(cell.id ?? 0) };
        add({ name: `${name}/${original_id}`, from, units: unitsOf(kind, original, own) });
      }
    }
  }
  const settings = !module || module === 'settings' ? await openSettingTexts(ctx, lang) : [];
  for (const { name, from, texts } of settings)
    add({ name, from, units: texts.filter(({ text }) => text.trim() !== '').map(unitOf) });
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
    return [unitOf({ place, label, isHtml, text, present })];
  });
}

function unitOf({ place, label, isHtml, text, present }: SettingsFile['texts'][number]): string {
  const code = isHtml ? codedHtml : codedLine;
  const target =
    present !== undefined && present !== '' && present !== text
      ? `\n        <target state="needs-review-translation">${xliffOf(code(present))}</target>`
      : '';
  return `      <trans-unit id="${escapeXml(place)}" xml:space="preserve">
        <source>${xliffOf(code(text))}</source>${target}
        <note>${escapeXml(label)}</note>
      </trans-unit>\n`;
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
