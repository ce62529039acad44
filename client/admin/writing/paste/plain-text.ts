import { Fragment, type Mark, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model';
import { toStoredLink } from '../../../../src/shared/writing/links-and-embeds.ts';

interface Part {
  text: string;
  href?: string;
}

const addresses =
  /\b(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}/gi;

function splitAtLinks(line: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { 0: address, index } of line.matchAll(addresses)) {
    const text = withoutEnd(address);
    const isMail = !/^(?:https?:|www\.)/i.test(text);
    const href = toStoredLink(isMail ? `mailto:${text}` : text);
    if (!href || index < done) continue;
    if (index > done) parts.push({ text: line.slice(done, index) });
    parts.push({ text, href: /^www\./i.test(href) ? `https://${href}` : href });
    done = index + text.length;
  }
  if (done < line.length) parts.push({ text: line.slice(done) });
  return parts;
}

/** Punctuation at the end, and a closing bracket that none opens, belong to the sentence. */
function withoutEnd(address: string): string {
  let surplus = address.split(')').length - address.split('(').length;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus -= 1;
    else if (!`.,;:!?'"`.includes(last)) break;
  }
  return address.slice(0, end);
}

/** Returns paragraphs, separated by empty lines, as arrays of lines. */
function paragraphsOf(text: string): string[][] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.split('\n'));
}

const signs = [
  /^#{1,6} \S/m,
  /^[ \t]*[-*+] \S/m,
  /^[ \t]*\d{1,9}[.)] \S/m,
  /^\|.*\|\s*$/m,
  /^```/m,
  /^> \S/m,
  /\[[^[\]\n]+\]\([^()\n]+\)/,
  /(\*\*|__)\S[^\n]*?\S\1/,
  /`[^`\n]+`/,
];

/** Requires two kinds of Markdown syntax, because plain text often contains one. */
export function isMarkdown(text: string): boolean {
  return signs.filter((sign) => sign.test(text)).length >= 2;
}

/** Returns paragraphs with the marks at `$context`. With `hasLinks`, addresses become links. */
export function sliceOf(text: string, $context: ResolvedPos, hasLinks: boolean): Slice {
  const { schema } = $context.doc.type;
  const marks = $context.marks();
  const paragraphs = paragraphsOf(text).map((lines) =>
    schema.nodes.paragraph!.create(
      null,
      lines.flatMap((line, index) => [
        ...(index > 0 ? [schema.nodes.hardBreak!.create()] : []),
        ...linkedText(line, schema, marks, hasLinks),
      ]),
    ),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

function linkedText(line: string, schema: Schema, marks: readonly Mark[], hasLinks: boolean): Node[] {
  if (line === '') return [];
  if (!hasLinks) return [schema.text(line, marks)];
  return splitAtLinks(line).map(({ text, href }) =>
    schema.text(text, href ? schema.marks.link!.create({ href }).addToSet(marks) : marks),
  );
}
