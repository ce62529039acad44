import { blockKinds } from '../shared/blocks/block-kinds.ts';
import { toOneLine } from '../shared/fields.ts';
import { optionalTextField } from '../shared/optional-text-field.ts';
import { plainText } from '../shared/writing/clean-html.ts';
import { escapeXml } from '../shared/xml.ts';
import type { MediaImporter } from './media-importer.ts';
import { cleanPost, shortenText } from './clean-post.ts';
import { splitAtHeadings, splitIntoTopLevelParts } from './html-parts.ts';
import type { IncomingPage, IncomingPicture, PageSection } from './incoming-content.ts';

const maxBlocks = 60;
const { text, split, faq, gallery } = blockKinds;
const maxHeading = text.fields.heading.max;
const maxText = text.fields.body.max;
const maxAnswer = faq.fields.entries.fields.answer.max;
const maxCaption = 200;
const linkField = optionalTextField(split.fields.button_url);

type NewBlock = { kind: keyof typeof blockKinds } & Record<string, unknown>;
type TextBlock = { kind: 'text'; heading: string; body: string };
type Section<K extends PageSection['kind']> = Extract<PageSection, { kind: K }>;

interface Making {
  ids: ReadonlyMap<string, number>;
  /** The addresses of files that are in the library now. */
  brought: ReadonlySet<string>;
  notes: string[];
}

export function describeMissingPicture(
  { address }: IncomingPicture,
  media: MediaImporter | undefined,
): string {
  const reason = media ? 'not among the files' : 'as no files are given';
  return `picture not taken, ${reason}: ${address}`;
}

/** Notes each picture and link that is left out. */
export function blocksOfPage(
  page: IncomingPage,
  making: Making,
  media: MediaImporter | undefined,
): NewBlock[] | { problem: string } {
  const { ids, notes } = making;
  const need = (picture: IncomingPicture): number | undefined => {
    const id = ids.get(picture.address);
    if (id === undefined) notes.push(describeMissingPicture(picture, media));
    return id;
  };
  const blocks: NewBlock[] = [];
  for (const section of page.sections) {
    if (section.kind === 'text') {
      const texts = textsOf(section.html, making);
      if ('problem' in texts) return texts;
      blocks.push(...texts);
    } else if (section.kind === 'split') {
      const made = splitsOf(section, need(section.picture), making);
      if ('problem' in made) return made;
      blocks.push(...made);
    } else if (section.kind === 'gallery') {
      blocks.push(...galleriesOf(section, need));
    } else if (section.kind === 'faq') {
      blocks.push(...questionsOf(section, making));
    } else if (section.kind === 'cards') {
      const entries = section.entries.map(({ picture, url, ...texts }) => ({
        ...texts,
        picture: (picture && need(picture)) ?? null,
        url: linkOf(url, notes),
      }));
      blocks.push({ kind: 'cards', heading: '', intro: '', entries });
    } else {
      const { kind, label, url, ...texts } = section;
      const button_url = linkOf(url, notes);
      blocks.push({ kind, ...texts, button_label: button_url ? label : '', button_url, has_contact: false });
    }
  }
  return withinLimit(withHeadings(blocks));
}

/** One block for each heading of the second level, or several for a long text. */
function textsOf(html: string, { ids, brought, notes }: Making): TextBlock[] | { problem: string } {
  const cleaned = cleanPost(html, ids, brought);
  if ('problem' in cleaned) return cleaned;
  notes.push(...cleaned.notes);
  return splitAtHeadings(cleaned.content).flatMap(({ heading, body }) => {
    const line = toOneLine(plainText(heading));
    const isLine = line.length <= maxHeading && !/<(?:a|img)\b/.test(heading);
    const whole = isLine || !heading ? body : `<h2>${heading}</h2>${body}`;
    const [first = '', ...more] = inParts(whole, maxText);
    const block = { kind: 'text' as const, heading: isLine ? line : '', body: first };
    return [block, ...more.map((part) => ({ kind: 'text' as const, heading: '', body: part }))];
  });
}

/** Splits between outermost elements. Only one long element may exceed `max` characters. */
function inParts(html: string, max: number): string[] {
  if (html.length <= max) return [html];
  const parts = [''];
  for (const piece of splitIntoTopLevelParts(html)) {
    if (parts.at(-1)!.length + piece.length > max) parts.push('');
    parts[parts.length - 1] += piece;
  }
  return parts.filter(Boolean);
}

function splitsOf(
  { html, side }: Section<'split'>,
  picture: number | undefined,
  making: Making,
): NewBlock[] | { problem: string } {
  const texts = textsOf(html, making);
  const [only, ...more] = 'problem' in texts ? [] : texts;
  const isOne = picture !== undefined && only && more.length === 0;
  if (!isOne || only.body.length > split.fields.body.max) return texts;
  const [body, button] = withoutLastButton(only.body);
  const url = button ? linkOf(button.href, making.notes) : '';
  const fields = url ? { body, button_label: button!.label, button_url: url } : { body: only.body };
  return [{ kind: 'split', heading: only.heading, picture, side, ...fields }];
}

const lastButton = /<p data-kind="action"><a href="([^"]+)"[^>]*>([^<]{1,60})<\/a><\/p>\s*$/;

function withoutLastButton(html: string): [string, { href: string; label: string } | undefined] {
  const [button, href = '', label = ''] = lastButton.exec(html) ?? [];
  if (!button) return [html, undefined];
  return [html.slice(0, -button.length), { href: href.replaceAll('&amp;', '&'), label: plainText(label) }];
}

function galleriesOf(
  { pictures }: Section<'gallery'>,
  need: (picture: IncomingPicture) => number | undefined,
): NewBlock[] {
  const shown = new Map<number, string>();
  for (const picture of pictures) {
    const id = need(picture);
    if (id !== undefined && !shown.has(id))
      shown.set(id, shortenText(toOneLine(picture.caption), maxCaption));
  }
  const entries = [...shown].map(([media_id, caption]) => ({ caption, media_id }));
  const { max } = gallery.fields.pictures;
  return Array.from({ length: Math.ceil(entries.length / max) }, (_, at) => ({
    kind: 'gallery',
    heading: '',
    look: 'Cropped',
    pictures: entries.slice(at * max, (at + 1) * max),
  }));
}

/** An entry becomes text blocks if its question or answer is missing or too long. */
function questionsOf({ entries }: Section<'faq'>, { ids, brought, notes }: Making): NewBlock[] {
  const blocks: NewBlock[] = [];
  for (const { question, html } of entries) {
    const cleaned = cleanPost(html, ids, brought);
    const answer = 'problem' in cleaned ? '' : cleaned.content;
    notes.push(...('problem' in cleaned ? [cleaned.problem] : cleaned.notes));
    const line = toOneLine(question);
    const { max } = faq.fields.entries.fields.question;
    const last = blocks.at(-1);
    if (!line || !answer || line.length > max || answer.length > maxAnswer) {
      const [first = '', ...more] = inParts(answer, maxText);
      blocks.push({ kind: 'text', heading: shortenText(line, maxHeading), body: first });
      blocks.push(...more.map((body) => ({ kind: 'text' as const, heading: '', body })));
    } else if (last?.kind === 'faq' && (last.entries as unknown[]).length < faq.fields.entries.max) {
      (last.entries as object[]).push({ question: line, answer });
    } else blocks.push({ kind: 'faq', heading: '', entries: [{ question: line, answer }] });
  }
  return blocks;
}

function linkOf(url: string, notes: string[]): string {
  const parsed = linkField.safeParse(url);
  if (!parsed.success) notes.push(`a link is left out: ${url}`);
  return parsed.data ?? '';
}

/** A text block that has only a heading joins the FAQ, cards or gallery below it. */
function withHeadings(blocks: readonly NewBlock[]): NewBlock[] {
  const kept: NewBlock[] = [];
  for (const block of blocks) {
    const above = kept.at(-1);
    const isLoose = above?.kind === 'text' && above.heading !== '' && above.body === '';
    const takesIt = ['faq', 'cards', 'gallery'].includes(block.kind) && block.heading === '';
    if (isLoose && takesIt) kept[kept.length - 1] = { ...block, heading: above.heading };
    else kept.push(block);
  }
  return kept;
}

/** Joins adjacent text blocks, the last ones first. A problem if there are still too many. */
function withinLimit(blocks: NewBlock[]): NewBlock[] | { problem: string } {
  const joined = [...blocks];
  // Room for one more, because `toPageDraft` may add the picture of the page.
  for (let at = joined.length - 1; at > 0 && joined.length > maxBlocks - 1; at -= 1) {
    const [above, block] = [joined[at - 1]!, joined[at]!];
    if (above.kind !== 'text' || block.kind !== 'text') continue;
    const heading = block.heading ? `<h2>${escapeXml(String(block.heading))}</h2>` : '';
    const body = `${above.body}${heading}${block.body}`;
    if (body.length <= maxText) joined.splice(at - 1, 2, { ...above, body });
  }
  const problem = `it has more than ${maxBlocks} parts, and a page here may not`;
  return joined.length < maxBlocks ? joined : { problem };
}
