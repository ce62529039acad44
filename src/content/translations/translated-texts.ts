import { rowValuesOf } from '../../shared/blocks/row-values.ts';
import type { Block, CaptionedPicture, Column, Columns, Figure } from '../../shared/column-types.ts';
import type { ModuleKind } from '../module/module-kind.ts';

type TextsKind = Pick<ModuleKind, 'columns' | 'facts'>;

/** A text of a row that a translation has in other words. */
interface TranslatedText {
  /** In the row: `title`, `requirements.0`, or `blocks.faq-1.entries.0.answer` with the key of the block. */
  place: string;
  /** The name of the column, also for a text in one of its blocks. */
  column: string;
  label: string;
  isHtml: boolean;
  text: string;
}

const translatedKinds = new Set<Column['kind']>(['line', 'text', 'html', 'lines', 'figures', 'gallery']);

function hasTexts(column: Column): boolean {
  if (column.kind === 'optionalText') return !column.format && !column.values;
  return translatedKinds.has(column.kind);
}

/** Without those of the drawer 'Publishing'. */
function translatedColumns({ columns, facts }: TextsKind): Columns {
  const own = Object.entries(columns).filter(
    ([name, column]) => !facts.drawer?.includes(name) && (column.kind === 'blocks' || hasTexts(column)),
  );
  return Object.fromEntries(own);
}

interface Slot extends TranslatedText {
  replace(text: string): void;
}

/** Also those that are empty. */
export function textsOfRow(kind: TextsKind, row: object): TranslatedText[] {
  return slotsOf(translatedColumns(kind), row);
}

function slotsOf(columns: Columns, row: object): Slot[] {
  return rowValuesOf(columns, row).flatMap(({ column, name, path, value, replace }): Slot[] => {
    if (!hasTexts(column)) return [];
    const { label, kind } = column;
    const common = { column: name, label, isHtml: kind === 'html' };
    const place = placeOfPath({ columns }, row, path);
    const inner = (texts: string[], write: (at: number, text: string) => void, end = '') =>
      texts.map(
        (text, at): Slot => ({
          ...common,
          place: `${place}.${at}${end}`,
          text,
          replace: (changed) => write(at, changed),
        }),
      );
    if (kind === 'lines') {
      const lines = (value ?? []) as string[];
      return inner(lines, (at, text) => {
        lines[at] = text;
      });
    }
    if (kind === 'figures') {
      const figures = (value ?? []) as Figure[];
      const write = (at: number, meaning: string) => Object.assign(figures[at]!, { meaning });
      return inner(
        figures.map(({ meaning }) => meaning),
        write,
        '.meaning',
      );
    }
    if (kind === 'gallery') {
      const pictures = (value ?? []) as CaptionedPicture[];
      const write = (at: number, caption: string) => Object.assign(pictures[at]!, { caption });
      return inner(
        pictures.map(({ caption }) => caption),
        write,
        '.caption',
      );
    }
    return [{ ...common, place, text: String(value ?? ''), replace }];
  });
}

/** Blocks may be moved, so the place of a path has their key instead of their number. */
export function placeOfPath({ columns }: Pick<TextsKind, 'columns'>, row: object, path: string): string {
  const [name = '', at = '', ...rest] = path.split('.');
  const block = columns[name]?.kind === 'blocks' && (row as Record<string, Block[]>)[name]?.[Number(at)];
  return block ? [name, block.key, ...rest].join('.') : path;
}

/** Each column with its texts as one comparable text. */
export function textsByColumn(kind: TextsKind, row: object): Map<string, string> {
  const columns = translatedColumns(kind);
  const byName = Map.groupBy(slotsOf(columns, row), ({ column }) => column);
  return new Map(
    Object.keys(columns).map((name) => [
      name,
      JSON.stringify((byName.get(name) ?? []).map(({ text }) => text)),
    ]),
  );
}

/**
 * The changed columns of a row that gets texts by their place. A list of lines becomes as long as that of the original.
 * `left` are the places that the row lacks.
 */
export function withTranslatedTexts(
  kind: TextsKind,
  { row, original }: { row: object; original: object },
  texts: ReadonlyMap<string, string>,
): { values: Record<string, unknown>; left: string[] } {
  const columns = translatedColumns(kind);
  const names = [...new Set([...texts.keys()].map((place) => place.split('.')[0]!))].filter(
    (name) => columns[name],
  );
  const values = structuredClone(
    Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name] ?? null])),
  );
  for (const name of names) {
    if (columns[name]!.kind !== 'lines') continue;
    const [own, first] = [values[name], (original as Record<string, unknown>)[name]] as string[][];
    values[name] = (first ?? []).map((text, at) => own?.[at] ?? text);
  }
  const slots = new Map(slotsOf(columns, values).map((slot) => [slot.place, slot]));
  const left = [...texts.keys()].filter((place) => !slots.has(place));
  for (const [place, text] of texts) slots.get(place)?.replace(text);
  return { values, left };
}
