import type { WritingCtx } from '../../content/module/form-parts.ts';
import type { SiteLanguages } from '../../shared/site-languages.ts';
import type { XliffFile, XliffUnit } from './read-xliff.ts';
import type { XliffReport } from './translations.schema.ts';
import {
  codedHtml,
  codedLine,
  compareCodedTexts,
  htmlOf,
  plainTextOf,
  tagProblemOf,
  withoutLayout,
} from './xliff-codes.ts';

export const maxName = 100;

type Problem = XliffReport['problems'][number];

export interface XliffRun {
  ctx: WritingCtx;
  languages: SiteLanguages;
  report: Pick<XliffReport, 'created' | 'changed' | 'unchanged' | 'visible' | 'untranslated'>;
  addProblem(problem: Problem): void;
}

/** Programs of translators add a region: `de-CH`. */
export function isLanguage(tag: string, language: string): boolean {
  return tag.toLowerCase().split(/[-_]/)[0] === language;
}

interface Original {
  isHtml: boolean;
  text: string;
}

/** The translated texts by place, without those whose tags or place are wrong. */
export function readTexts(
  { report, addProblem }: XliffRun,
  file: XliffFile,
  places: ReadonlyMap<string, Original>,
): { texts: Map<string, string>; stale: XliffUnit[] } {
  const texts = new Map<string, string>();
  const stale: XliffUnit[] = [];
  for (const unit of file.units) {
    const refuse = (problem: string) => addProblem(problemOf(file, unit, problem));
    const place = places.get(unit.id);
    if (unit.problem) refuse(unit.problem);
    else if (!place) refuse('The original has no such text.');
    else if (texts.has(unit.id)) refuse('This text is in the file twice.');
    else if (!unit.target) report.untranslated += 1;
    else {
      const coded = (place.isHtml ? codedHtml : codedLine)(place.text);
      const { isSameText, isSameLayout } = compareCodedTexts(unit.source, coded.pieces);
      const target = isSameLayout ? unit.target : withoutLayout(unit.target);
      const problem = tagProblemOf(target, coded);
      if (problem) refuse(problem);
      else {
        texts.set(unit.id, place.isHtml ? htmlOf(target, coded) : plainTextOf(target));
        if (!isSameText) stale.push(unit);
      }
    }
  }
  return { texts, stale };
}

export function problemOf(file: XliffFile, { line, id }: XliffUnit, problem: string): Problem {
  return { line, original: file.original.slice(0, maxName), unit: id.slice(0, maxName), problem };
}
