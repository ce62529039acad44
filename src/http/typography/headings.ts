import { Parser } from 'htmlparser2';
import {
  bandOf,
  boundedDivision,
  divide,
  divideText,
  hasDividedWord,
  leastDivided,
  longestIn,
  maxDivided,
} from './long-words.ts';

/** In ems. A narrower word fits every column in every size of a heading. */
const leastEms = 6.5;

interface Text {
  start: number;
  end: number;
}

/** A heading, or another text with a long word. */
interface Block {
  /** The index of the `>` that ends the start tag of a heading. Undefined for other texts. */
  tagEnd?: number;
  end: number;
  language: string;
  texts: Text[];
}

/**
 * Headings with a long word get its width, for which a style sets their size. Words that may be wider than a
 * column in the smallest size get soft hyphens.
 */
export async function fitWords(html: string, language: string): Promise<string> {
  const parts: string[] = [];
  let copied = 0;
  const division = boundedDivision();
  for (const { tagEnd, end, language: own, texts } of findBlocks(html, language)) {
    if (tagEnd === undefined) {
      if (division.isSpent()) continue;
      const hyphenate = await division.of(own);
      for (const text of texts) {
        parts.push(html.slice(copied, text.start));
        parts.push(divideText(html.slice(text.start, text.end), hyphenate, division));
        copied = text.end;
      }
      continue;
    }
    const ems = longestIn(texts.map(({ start, end }) => html.slice(start, end)));
    if (ems < leastEms) continue;
    parts.push(html.slice(copied, tagEnd), ` data-ems="${bandOf(ems)}"><span>`);
    copied = tagEnd + 1;
    const hyphenate = ems < leastDivided ? undefined : await division.of(own);
    for (const text of hyphenate ? texts : []) {
      parts.push(html.slice(copied, text.start), divide(html.slice(text.start, text.end), hyphenate!));
      copied = text.end;
    }
    parts.push(html.slice(copied, end), '</span>');
    copied = end;
  }
  return parts.join('') + html.slice(copied);
}

/** Copied or shown exactly as written, so without hyphens. */
const verbatim = new Set(['code', 'pre', 'script', 'style', 'textarea', 'option', 'title']);

function findBlocks(html: string, language: string): Block[] {
  const found: Block[] = [];
  // Outside headings, the texts in which a word must be divided.
  let texts = 0;
  const languages = [language];
  let heading: Block | undefined;
  let verbatimDepth = 0;
  const parser = new Parser(
    {
      onopentag(name, { lang }) {
        languages.push(lang || languages.at(-1)!);
        if (verbatim.has(name)) verbatimDepth += 1;
        if (!/^h[1-3]$/.test(name)) return;
        heading = { tagEnd: parser.endIndex, end: 0, language: languages.at(-1)!, texts: [] };
      },
      ontext() {
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        if (heading) {
          // The parser reports the text after an `&` separately.
          const last = heading.texts.at(-1);
          if (last?.end === start) last.end = end;
          else heading.texts.push({ start, end });
        } else if (verbatimDepth === 0 && texts < maxDivided && hasDividedWord(html.slice(start, end))) {
          texts += 1;
          found.push({ end, language: languages.at(-1)!, texts: [{ start, end }] });
        }
      },
      onclosetag(name) {
        languages.pop();
        if (verbatim.has(name)) verbatimDepth -= 1;
        if (!heading || !/^h[1-3]$/.test(name)) return;
        found.push({ ...heading, end: parser.startIndex });
        heading = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return found;
}
