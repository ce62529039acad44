import { closeBox, createCodeFrames, isBoxInCode, openBox } from './code-frames.ts';
import * as elements from './elements.ts';
import { createOpenStyles, createStyleReader, type ElementStyle } from './elements.ts';
import { cleanUrl, findEmbedOfAddress, isExternal, toStoredLink } from './links.ts';
import { createEndTags, isForeign as isForeignHtml } from './foreign.ts';
import { createListLevels, createWordLists } from './lists.ts';
import {
  checkedValue,
  blocksEndedBy,
  codeLanguageOf,
  markTags,
  models,
  type ReadBlock,
  readBlockOf,
} from './model.ts';
import { createOpenBlocks, createOpenMarks } from './open-elements.ts';
import { hasPlaces } from './places.ts';
import {
  addToSkipped,
  endInSkipped,
  fileNameOf,
  formulaText,
  pictureSourceOf,
  recordRemoved,
  type RemovedContent,
  skippedElement,
  type SkippedElement,
  startInSkipped,
  wordsOfSkipped,
} from './removed-content.ts';
import { nodes } from './schema.ts';
import { createTextPlacer, isTiny, textOfPicture } from './text-placer.ts';
import { type Attributes, type Block, isBlank, type Run, tokenize } from './tree.ts';

export interface ReadOptions {
  /** The ids of the library's pictures, by the addresses that the text uses for them. */
  pictures?: ReadonlyMap<string, number> | undefined;
  /**
   * Returns the value of `data-absent` for a picture that the library does not have. By default, such a picture is left
   * out.
   */
  absentPicture?: ((picture: { address: string; alt: string }) => string | undefined) | undefined;
  /** The maximum length of the HTML, if it differs from the maximum length of a stored text. */
  maxCharacters?: number | undefined;
}

/** The blocks that can have an id. */
const withPlaces = new Set<string>(['paragraph', 'heading', 'listItem']);
const panels: Readonly<Record<string, string>> = {
  success: 'tip',
  tip: 'tip',
  warning: 'warning',
  error: 'warning',
};
const wordHeadings: Readonly<Record<string, string>> = { MsoTitle: 'h1', MsoSubtitle: 'h2' };

/**
 * Converts HTML to a tree of blocks. The result also lists the content that was left out. The running time is
 * proportional to the length of the HTML.
 *
 * @throws {TextTooLarge} when the text has more than `limits.pieces` pieces
 */
export function readHtml(
  html: string,
  { pictures, absentPicture }: ReadOptions = {},
): RemovedContent & { text: Block; isForeign: boolean } {
  const leftovers: RemovedContent = { removed: new Map(), pictures: [] };
  const isForeign = isForeignHtml(html);
  const isPlacing = hasPlaces(html);
  const endTags = createEndTags(html);
  const marks = createOpenMarks();
  const path = createOpenBlocks(marks.cut);
  const code = createCodeFrames();
  const words = createTextPlacer(path, marks, code.marks);
  const { top, model, add } = path;
  const levels = createListLevels(path);
  const wordLists = createWordLists(html, levels);
  const readStyle = createStyleReader();
  const styles = createOpenStyles(path, marks);
  /** The open lists of a foreign text. The items of a list with levels say their level. */
  const openLists: { name: string; attributes: Attributes; hasLevels: boolean }[] = [];
  /** The places that no block has yet. */
  let newPlaces: string[] = [];
  let skipping: SkippedElement | undefined;
  /** The number of open tables whose content becomes lines of text. */
  let flatTables = 0;
  let isHead = false;
  let isSummary = false;

  const note = (name: string, attributes: Attributes, example?: string) =>
    recordRemoved(leftovers, name, attributes, example);
  const isTable = () => flatTables === 0 && path.has('table');
  const addText = (raw: string) => {
    if (skipping) return addToSkipped(skipping, raw);
    if (wordLists.isWaiting() && wordLists.addText(raw)) return;
    if (newPlaces.length > 0 && !isBlank(raw)) {
      if (!path.findAny(withPlaces) && model().hasText && model().holds.size > 0) words.openParagraph();
    }
    if (styles.isPreserving() && !model().isCode && /\S/.test(raw)) addLines(raw);
    else words.addText(raw);
    if (newPlaces.length > 0) settlePlaces();
  };
  const addLines = (raw: string) => {
    for (const [at, line] of raw.split(/\r\n?|\n/).entries()) {
      if (at > 0) words.addBreak();
      words.addText(line);
    }
  };
  const settlePlaces = () => {
    const block = path.findAny(withPlaces);
    if (!block) return;
    block.places ??= [];
    block.places.push(...newPlaces);
    newPlaces = [];
  };
  const startMark = (tag: string, attributes: Attributes) => {
    const href = tag === 'a' ? linkOf(attributes) : undefined;
    if (tag === 'a') {
      marks.end('a', true);
      if (href === undefined) return;
    }
    marks.start({ tag, href }, path.length());
  };
  const linkOf = ({ href }: Attributes) => {
    if (href === undefined) return undefined;
    const link = toStoredLink(href);
    if (link === undefined && cleanUrl(href)) note('link', {}, href);
    return link;
  };
  /** Adds a paragraph with a link to what cannot be shown here. */
  const addLink = (href: string, text: string) => {
    words.end();
    words.place('paragraph');
    add<Run>({ text, marks: [{ tag: 'a', href }] });
    words.end();
  };
  const addFrame = (name: string, attributes: Attributes) => {
    const src = cleanUrl(attributes.src ?? '');
    const href = src.startsWith('//') ? `https:${src}` : src;
    const embed = findEmbedOfAddress(href);
    if (!isExternal(href) || /[\s<>"]/.test(href)) return note(name, attributes);
    words.end();
    if (embed && words.place('figure', { 'data-embed': embed, title: attributes.title })) {
      path.cut(path.length() - 1);
      words.isApart = true;
      return;
    }
    note(name, attributes);
    addLink(href, href);
  };
  const addImage = (attributes: Attributes) => {
    const id = attributes['data-media'];
    const address = pictureSourceOf(attributes);
    const media = id && checkedValue(nodes.image.attributes.media.check, id);
    const found = media ?? (address && pictures?.get(address)?.toString());
    const figure = path.find('figure');
    if (elements.isClassSkipped(attributes) || isTiny(attributes)) return;
    if ([attributes.role, attributes['aria-roledescription']].includes('checkbox'))
      return note('checkbox', {});
    const stands = found ? undefined : textOfPicture(attributes);
    if (stands !== undefined) return addText(stands);
    const { alt = '' } = attributes;
    const host = attributes['data-absent'] ?? (found ? undefined : absentPicture?.({ address, alt }));
    const absent = host && checkedValue(nodes.image.attributes.absent.check, host);
    const image = found ? { 'data-media': found } : absent ? { 'data-absent': absent } : undefined;
    const known = isForeign && !found ? alt || undefined : attributes.alt;
    if (image && words.place('image', { ...image, alt: known })) {
      if (top() !== figure) path.cut(path.length() - 1);
      words.isApart = true;
      return;
    }
    if (address) leftovers.pictures.push({ address, alt });
    note('img', address ? { src: address } : {}, [address, alt && `(${alt})`].filter(Boolean).join(' '));
  };
  const startSpecial = (name: string, attributes: Attributes): boolean => {
    if (name === 'br') words.addBreak();
    else if (name === 'img') addImage(attributes);
    else if (elements.embeds.has(name)) {
      addFrame(name, attributes);
      if (elements.skipped.has(name)) skipping = skippedElement(name, attributes);
    } else if (name === 'q') words.startQuotation();
    else if (elements.sections.has(name) && isTable()) {
      path.end(new Set(['tableRow', 'tableCaption']));
      isHead = name === 'thead';
    } else return false;
    return true;
  };
  /** Opens a block for an element. Returns false if the block is not allowed here. */
  const startNode = (name: string, { type, attributes: own }: ReadBlock, attributes: Attributes): boolean => {
    if (type === 'table' && (flatTables > 0 || path.has('table') || !words.place('table', attributes))) {
      flatTables += 1;
      return false;
    }
    if (type === 'table') isHead = false;
    else {
      const isPart = type.startsWith('table');
      if (isPart && !isTable()) return false;
      const read = type === 'tableCell' && isHead ? 'tableHeader' : type;
      if (!words.place(read, { ...attributes, ...own })) return false;
    }
    words.isCellBefore = false;
    words.isAfterBreakDropper = models[type].isCode === true;
    if (models[type].isCode) {
      Object.assign(top().attributes, codeLanguageOf(attributes));
      code.start(top(), name);
    }
    if (type === 'heading') top().level = Number(name[1]);
    if (!blocksEndedBy(name)?.has(type)) path.opensWith(name);
    return true;
  };
  /** Starts an element whose content is not text here. Returns false for any other element. */
  const startSkipped = (name: string, attributes: Attributes, isHidden: boolean): boolean => {
    const isButton = elements.isButton(name, attributes);
    const as = isHidden ? 'hidden' : isButton ? 'button' : elements.converted.has(name) ? name : undefined;
    if (!as || elements.voids.has(name) || !endTags.follow(name)) return false;
    if (isButton && (path.has('heading') || isSummary)) return false;
    skipping = skippedElement(name, attributes, as);
    return true;
  };
  const endSkipped = (skipped: SkippedElement) => {
    skipping = undefined;
    const { as, attributes, file } = skipped;
    const text = wordsOfSkipped(skipped);
    if (as === 'math') {
      const formula = formulaText(skipped);
      note('math', {}, formula);
      addText(formula);
    } else if (as === 'audio' || as === 'video') {
      const href = toStoredLink(file ?? '');
      note(href ? as : `${as} without a file`, {}, href ?? text);
      if (href) addLink(href, fileNameOf(href));
    } else if (as === 'svg') {
      if (text || attributes['aria-hidden'] !== 'true') note('svg', {}, text);
    } else if (as === 'button') {
      const last = model().holds.size === 0 ? top() : top().children.at(-1);
      if (last) last.hasButton = true;
      if (text) note('button', {}, text);
    } else if (as === 'hidden' && text && !skipped.hasFormula) note('hidden', {}, text);
  };
  /** Starts an element in a block of code. Returns false if the element ends the block, or is not about lines. */
  const startInCode = (name: string, attributes: Attributes): boolean => {
    const open = code.openIn(top());
    if (!open) return false;
    if (name === 'code') {
      open.inner += 1;
      Object.assign(top().attributes, codeLanguageOf(attributes));
    } else if (elements.cells.has(name)) {
      if (/[^\n]$/.test((top().children.at(-1) as Run | undefined)?.text ?? '')) words.addText('\t');
    } else if (isBoxInCode(name) && endTags.follow(open.name)) {
      words.end();
      if (!elements.voids.has(name)) openBox(open, name);
    } else return false;
    return true;
  };
  const endInCode = (name: string): boolean => {
    const open = code.openIn(top());
    if (!open) return false;
    if (name === 'code' && open.inner > 0) open.inner -= 1;
    else if (closeBox(open, name)) words.end();
    else return false;
    return true;
  };
  /** Starts what only other programs write. Returns false if the element is to be read like any other. */
  const startForeign = (name: string, attributes: Attributes, style: ElementStyle): boolean => {
    if (wordLists.startElement(name, style.text)) return true;
    if (name === 'input' && attributes.type === 'checkbox') {
      note('checkbox', {});
      return true;
    }
    if (name === 'br' && attributes.class === 'Apple-interchange-newline') return true;
    else if (name === 'ul' || name === 'ol') return startList(name, attributes);
    else if (name === 'li') return startItem(attributes, style);
    else if (name === 'details') note('details', {});
    else if (name === 'summary') isSummary = true;
    if (!/^(?:p|div|section|article|li)$/.test(name)) return false;
    if (levels.isOpen() && name === 'p' && !openLists.at(-1)?.hasLevels) levels.end();
    if (name === 'p' && /mso-list/i.test(style.text) && wordLists.start(style.text)) {
      words.end();
      return true;
    }
    if (style.isCode && !model().isCode) return startNode(name, { type: 'codeBlock' }, attributes);
    const kind = attributes['data-panel-type'];
    if (kind !== undefined)
      return startNode(
        name,
        { type: 'callout', attributes: { 'data-kind': panels[kind] ?? 'note' } },
        attributes,
      );
    const level = Number(attributes['aria-level']);
    const heading =
      wordHeadings[attributes.class ?? ''] ??
      (attributes.role === 'heading' && level >= 1 ? `h${Math.min(6, level)}` : undefined);
    if (heading) {
      if (!startNode(name, readBlockOf(heading, {})!, attributes)) return false;
      top().level = Number(heading[1]);
      return true;
    }
    const isQuote = /^Mso(?:Intense)?Quote/.test(attributes.class ?? '');
    return isQuote && startNode(name, { type: 'blockquote' }, attributes);
  };
  const startList = (name: string, attributes: Attributes): boolean => {
    const hasLevels =
      attributes['data-indent'] !== undefined || /(?:Bullet|Number)ListStyle/.test(attributes.class ?? '');
    openLists.push({ name, attributes, hasLevels });
    if (hasLevels) words.end();
    return hasLevels;
  };
  const startItem = (attributes: Attributes, style: ElementStyle): boolean => {
    const list = openLists.at(-1);
    const [, size, kind] = /list-style-type:\s*(lower|upper)-(alpha|latin|roman)/i.exec(style.text) ?? [];
    const letter = kind?.toLowerCase() === 'roman' ? 'i' : 'a';
    const numbers = kind && (size?.toLowerCase() === 'upper' ? letter.toUpperCase() : letter);
    if (!list?.hasLevels) {
      if (numbers && top().type === 'orderedList') top().attributes.type = numbers;
      return false;
    }
    const indent = Number(attributes['data-stringify-indent'] ?? list.attributes['data-indent'] ?? 0);
    words.end();
    return levels.place({
      level: Number(attributes['data-aria-level']) || indent + 1,
      key: `${list.name} ${attributes['data-listid'] ?? ''}`,
      type: list.name === 'ol' ? 'orderedList' : 'bulletList',
      start: list.attributes.start,
      numbers,
    });
  };
  const startKnown = (name: string, attributes: Attributes) => {
    if (startSpecial(name, attributes)) return;
    const isSource = name === 'cite' && top().type === 'blockquote';
    const mark = isSource ? undefined : markTags.get(name);
    if (mark) return startMark(mark, attributes);
    const read: ReadBlock | undefined = isSource ? { type: 'caption' } : readBlockOf(name, attributes);
    if (read && startNode(name, read, attributes)) return;
    if (elements.skipped.has(name) || elements.isClassSkipped(attributes))
      skipping = skippedElement(name, attributes);
    else path.countOpener(name);
    if (elements.blockElements.has(name) || (read && !elements.cells.has(name))) {
      words.end();
      words.isCellBefore = false;
    } else if (elements.cells.has(name)) {
      words.startCell();
    }
    if (name === 'table' || !(read || elements.isSilent(name))) note(name, attributes);
  };
  const startElement = (name: string, attributes: Attributes) => {
    words.isAfterBreakDropper = false;
    if (skipping) return startInSkipped(skipping, name, attributes);
    const style = isForeign ? readStyle(name, attributes) : undefined;
    if (style && startSkipped(name, attributes, style.isHidden)) return;
    if (isPlacing) {
      if (attributes.id) newPlaces.push(attributes.id);
      if (attributes.name && name === 'a') newPlaces.push(attributes.name);
    }
    const isStarted = startInCode(name, attributes) || (style && startForeign(name, attributes, style));
    if (!isStarted && !style?.isUndone) startKnown(name, attributes);
    if (style && !wordLists.isWaiting()) styles.start(name, style);
    if (newPlaces.length > 0) settlePlaces();
  };
  const endElement = (name: string) => {
    words.isAfterBreakDropper = false;
    endTags.pass(name);
    if (skipping) {
      const isEnd =
        name === skipping.name || elements.endTagsOfSkipped[skipping.name]?.includes(name) === true;
      if (isEnd) skipping.depth -= 1;
      if (skipping.depth === 0) endSkipped(skipping);
      else endInSkipped(skipping, name);
      return;
    }
    if (wordLists.isWaiting() && wordLists.endElement(name)) return;
    if (isForeign && styles.end(name)) return;
    if (endInCode(name)) return;
    if (name === 'q') return words.endQuotation();
    if (name === 'br') return words.addBreak();
    if (name === 'summary') isSummary = false;
    const list = openLists.at(-1);
    if (list?.hasLevels && name === 'li') return levels.end();
    if (list?.name === name) {
      openLists.pop();
      if (list.hasLevels) return levels.end();
    }
    const ended = path.endOpener(name);
    if (ended) {
      words.isApart = true;
      return;
    }
    const mark = markTags.get(name);
    if (mark) return marks.end(mark);
    if (name === 'table' && flatTables > 0) flatTables -= 1;
    else if (elements.sections.has(name) && isTable()) isHead = false;
    else if (endNode(name)) {
      if (name === 'p' && levels.isOpen() && !list?.hasLevels) levels.end();
      return;
    }
    if (elements.blockElements.has(name) || /^(?:p|h[1-6]|blockquote|pre)$/.test(name)) {
      words.isCellBefore = false;
      words.end();
      if (name === 'p' && levels.isOpen() && !list?.hasLevels) levels.end();
    }
  };
  const endNode = (name: string): boolean => {
    const types = blocksEndedBy(name);
    const isPart = elements.cells.has(name) || name === 'tr' || name === 'caption';
    if (!types || (isPart && !isTable())) return false;
    const hasEnded = path.end(types);
    if (hasEnded && (name === 'table' || name === 'figcaption')) words.isApart = true;
    return hasEnded;
  };
  tokenize(html, { addText, startElement, endElement });
  if (skipping) endSkipped(skipping);
  code.finish((label) => note('label', {}, label));
  return { text: path.root, isForeign, ...leftovers };
}
