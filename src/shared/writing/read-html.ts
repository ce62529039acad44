import { CodeFrames, closeBox, isBoxInCode, openBox } from './code-frames.ts';
import * as elements from './html-elements.ts';
import { createStyleReader, type ElementStyle, OpenStyles } from './html-elements.ts';
import { EndTagIndex, foreignBlockOf, isForeign } from './foreign-blocks.ts';
import { cleanUrl, findEmbedOfAddress, isExternal, toStoredLink } from './links-and-embeds.ts';
import { ListElements, ListLevels, WordLists } from './read-lists.ts';
import {
  blocksEndedBy,
  checkedValue,
  codeLanguageOf,
  markTags,
  blockModels,
  type ReadBlock,
  readBlockOf,
} from './block-models.ts';
import { OpenBlocks, OpenMarks } from './open-elements.ts';
import { hasPlaces } from './link-places.ts';
import { isTinyPicture, pictureSourceOf, textOfPicture } from './pictures-in-text.ts';
import {
  addToSkipped,
  endInSkipped,
  fileNameOf,
  formulaText,
  type RemovedContent,
  recordRemoved,
  type SkippedElement,
  skippedElement,
  startInSkipped,
  textOfSkipped,
} from './removed-content.ts';
import { nodeRules } from './schema.ts';
import { TextPlacer } from './text-placer.ts';
import { type Attributes, type Block, isBlank, type TextRun, type Tokens, tokenize } from './block-tree.ts';

export interface ReadOptions {
  /** The library's pictures by the addresses that the text uses. */
  pictures?: ReadonlyMap<string, number> | undefined;
  /** The value of `data-absent` for a picture that the library does not have. By default, it is left out. */
  absentPicture?: ((picture: { address: string; alt: string }) => string | undefined) | undefined;
  /** By default, the maximum of a stored text. */
  maxCharacters?: number | undefined;
}

/**
 * Takes time in proportion to the length of the HTML.
 * @throws {TextTooLargeError} when the text has more than `textLimits.pieces` pieces
 */
export function readHtml(
  html: string,
  options: ReadOptions,
): RemovedContent & { text: Block; isForeign: boolean } {
  const reader = new HtmlReader(html, options);
  tokenize(html, reader);
  return { text: reader.finish(), isForeign: reader.isForeign, ...reader.leftovers };
}

/** The blocks that can have an id. */
const withPlaces = new Set<string>(['paragraph', 'heading', 'listItem']);

class HtmlReader implements Tokens {
  readonly isForeign: boolean;
  readonly leftovers: RemovedContent = { removed: new Map(), pictures: [] };
  readonly #options: ReadOptions;
  readonly #isPlacing: boolean;
  readonly #endTags: EndTagIndex;
  readonly #wordLists: WordLists;
  readonly #marks = new OpenMarks();
  readonly #blocks = new OpenBlocks(this.#marks);
  readonly #code = new CodeFrames();
  readonly #text = new TextPlacer(this.#blocks, this.#marks, () => this.#code.marks());
  readonly #styles = new OpenStyles(this.#blocks, this.#marks);
  readonly #readStyle = createStyleReader();
  readonly #levels = new ListLevels(this.#blocks);
  readonly #lists = new ListElements(this.#blocks, this.#text, this.#levels);
  /** Ids of the source for the next block. */
  #newPlaces: string[] = [];
  #skipped: SkippedElement | undefined;
  /** Open tables whose content becomes lines of text. */
  #flatTables = 0;
  #isHead = false;
  #isSummary = false;

  constructor(html: string, options: ReadOptions) {
    this.isForeign = isForeign(html);
    this.#options = options;
    this.#isPlacing = hasPlaces(html);
    this.#endTags = new EndTagIndex(html);
    this.#wordLists = new WordLists(html, this.#levels);
  }

  finish(): Block {
    if (this.#skipped) this.#endSkipped(this.#skipped);
    this.#code.finish((label) => this.#note('label', {}, label));
    return this.#blocks.root;
  }

  #note(name: string, attributes: Attributes, example?: string) {
    recordRemoved(this.leftovers, name, attributes, example);
  }

  addText(raw: string) {
    if (this.#skipped) return addToSkipped(this.#skipped, raw);
    if (this.#wordLists.addText(raw)) return;
    const { model } = this.#blocks;
    const needsPlace = this.#newPlaces.length > 0 && !isBlank(raw) && !this.#blocks.findAny(withPlaces);
    if (needsPlace && model.hasText && model.holds.size > 0) this.#text.openParagraph();
    if (this.#styles.isPreserving && !this.#blocks.model.isCode && /\S/.test(raw)) this.#text.addLines(raw);
    else this.#text.addText(raw);
    this.#settlePlaces();
  }

  #settlePlaces() {
    if (this.#newPlaces.length === 0) return;
    const block = this.#blocks.findAny(withPlaces);
    if (!block) return;
    block.places ??= [];
    block.places.push(...this.#newPlaces);
    this.#newPlaces = [];
  }

  /** Adds a paragraph with a link to what cannot be shown here. */
  #addLink(href: string, text: string) {
    this.#text.end();
    this.#text.place('paragraph');
    this.#blocks.add<TextRun>({ text, marks: [{ tag: 'a', href }] });
    this.#text.end();
  }

  startElement(name: string, attributes: Attributes) {
    this.#text.passTag();
    if (this.#skipped) return startInSkipped(this.#skipped, name, attributes);
    const style = this.isForeign ? this.#readStyle(name, attributes) : undefined;
    if (style && this.#startSkipped(name, attributes, style.isHidden)) return;
    if (this.#isPlacing && attributes.id) this.#newPlaces.push(attributes.id);
    if (this.#isPlacing && attributes.name && name === 'a') this.#newPlaces.push(attributes.name);
    const isStarted =
      this.#startInCode(name, attributes) || (style && this.#startForeign(name, attributes, style));
    if (!isStarted && !style?.isUndone) this.#startKnown(name, attributes);
    if (style && !this.#wordLists.isWaiting) this.#styles.start(name, style);
    this.#settlePlaces();
  }

  /** Starts an element whose content is not text here. Returns false for any other element. */
  #startSkipped(name: string, attributes: Attributes, isHidden: boolean): boolean {
    const isButton = elements.isButtonElement(name, attributes);
    const as = isHidden
      ? 'hidden'
      : isButton
        ? 'button'
        : elements.convertedElements.has(name)
          ? name
          : undefined;
    if (!as || elements.voidElements.has(name) || !this.#endTags.follow(name)) return false;
    if (isButton && (this.#blocks.has('heading') || this.#isSummary)) return false;
    this.#skipped = skippedElement(name, attributes, as);
    return true;
  }

  /** Starts an element in a block of code. Returns false if the element ends the block, or is not about lines. */
  #startInCode(name: string, attributes: Attributes): boolean {
    const { top } = this.#blocks;
    const open = this.#code.openIn(top);
    if (!open) return false;
    if (name === 'code') {
      open.inner += 1;
      Object.assign(top.attributes, codeLanguageOf(attributes));
    } else if (elements.tableCellElements.has(name)) {
      if (/[^\n]$/.test((top.children.at(-1) as TextRun | undefined)?.text ?? '')) this.#text.addText('\t');
    } else if (isBoxInCode(name) && this.#endTags.follow(open.name)) {
      this.#text.end();
      if (!elements.voidElements.has(name)) openBox(open, name);
    } else return false;
    return true;
  }

  /** Starts what only other programs write. Returns false if the element is to be read like any other. */
  #startForeign(name: string, attributes: Attributes, style: ElementStyle): boolean {
    if (this.#wordLists.startElement(name, style.text)) return true;
    if (name === 'br' && attributes.class === 'Apple-interchange-newline') return true;
    if (name === 'input' && attributes.type === 'checkbox') {
      this.#note('checkbox', {});
      return true;
    }
    if (name === 'ul' || name === 'ol') return this.#lists.start(name, attributes);
    if (name === 'li') return this.#lists.startItem(attributes, style);
    if (name === 'details') this.#note('details', {});
    if (name === 'summary') this.#isSummary = true;
    if (!/^(?:p|div|section|article)$/.test(name)) return false;
    if (name === 'p') this.#lists.passParagraph();
    if (name === 'p' && this.#wordLists.start(style.text)) {
      this.#text.end();
      return true;
    }
    const read = foreignBlockOf(attributes, style, this.#blocks.model.isCode === true);
    return read !== undefined && this.#startBlock(name, read, attributes);
  }

  #startKnown(name: string, attributes: Attributes) {
    if (this.#startSpecial(name, attributes)) return;
    const isSource = name === 'cite' && this.#blocks.top.type === 'blockquote';
    const mark = isSource ? undefined : markTags.get(name);
    if (mark) return this.#startMark(mark, attributes);
    const read: ReadBlock | undefined = isSource ? { type: 'caption' } : readBlockOf(name, attributes);
    if (read && this.#startBlock(name, read, attributes)) return;
    if (elements.skippedElements.has(name) || elements.hasSkippedClass(attributes))
      this.#skipped = skippedElement(name, attributes);
    else this.#blocks.countOpener(name);
    if (elements.blockElements.has(name) || (read && !elements.tableCellElements.has(name))) {
      this.#text.end();
      this.#text.endFlatCell();
    } else if (elements.tableCellElements.has(name)) this.#text.startFlatCell();
    if (name === 'table' || !(read || elements.isRemovedSilently(name))) this.#note(name, attributes);
  }

  /** Starts an element that is neither a block nor a mark. Returns false for any other element. */
  #startSpecial(name: string, attributes: Attributes): boolean {
    if (name === 'br') this.#text.addBreak();
    else if (name === 'img') this.#addPicture(attributes);
    else if (name === 'q') this.#text.startQuotation();
    else if (elements.embedElements.has(name)) {
      this.#addFrame(name, attributes);
      if (elements.skippedElements.has(name)) this.#skipped = skippedElement(name, attributes);
    } else if (elements.tableSectionElements.has(name) && this.#isInTable) {
      this.#blocks.end(new Set(['tableRow', 'tableCaption']));
      this.#isHead = name === 'thead';
    } else return false;
    return true;
  }

  #startMark(tag: string, attributes: Attributes) {
    const href = tag === 'a' ? this.#linkOf(attributes) : undefined;
    if (tag === 'a') {
      this.#marks.end('a', true);
      if (href === undefined) return;
    }
    this.#marks.start({ tag, href }, this.#blocks.length);
  }

  #linkOf({ href }: Attributes): string | undefined {
    if (href === undefined) return undefined;
    const link = toStoredLink(href);
    if (link === undefined && cleanUrl(href)) this.#note('link', {}, href);
    return link;
  }

  /** Opens a block for an element. Returns false if the block is not allowed here. */
  #startBlock(
    name: string,
    { type, attributes: own, level = Number(name[1]) }: ReadBlock & { level?: number },
    attributes: Attributes,
  ): boolean {
    if (type === 'table') {
      if (this.#isInAnyTable || !this.#text.place('table', attributes)) {
        this.#flatTables += 1;
        return false;
      }
      this.#isHead = false;
    } else {
      if (type.startsWith('table') && !this.#isInTable) return false;
      const read = type === 'tableCell' && this.#isHead ? 'tableHeader' : type;
      if (!this.#text.place(read, { ...attributes, ...own })) return false;
    }
    const { top } = this.#blocks;
    const isCode = blockModels[type].isCode === true;
    this.#text.endFlatCell();
    this.#text.passTag(isCode);
    if (isCode) {
      Object.assign(top.attributes, codeLanguageOf(attributes));
      this.#code.start(top, name);
    }
    if (type === 'heading') top.level = level;
    if (!blocksEndedBy(name)?.has(type)) this.#blocks.opensWith(name);
    return true;
  }

  get #isInAnyTable(): boolean {
    return this.#flatTables > 0 || this.#blocks.has('table');
  }

  get #isInTable(): boolean {
    return this.#flatTables === 0 && this.#blocks.has('table');
  }

  #addFrame(name: string, attributes: Attributes) {
    const src = cleanUrl(attributes.src ?? '');
    const href = src.startsWith('//') ? `https:${src}` : src;
    if (!isExternal(href) || /[\s<>"]/.test(href)) return this.#note(name, attributes);
    const embed = findEmbedOfAddress(href);
    this.#text.end();
    if (embed && this.#text.place('figure', { 'data-embed': embed, title: attributes.title })) {
      this.#blocks.cut(this.#blocks.length - 1);
      this.#text.separate();
      return;
    }
    this.#note(name, attributes);
    this.#addLink(href, href);
  }

  #addPicture(attributes: Attributes) {
    if (elements.hasSkippedClass(attributes) || isTinyPicture(attributes)) return;
    if ([attributes.role, attributes['aria-roledescription']].includes('checkbox'))
      return this.#note('checkbox', {});
    const { pictures, absentPicture } = this.#options;
    const { alt = '', 'data-media': id } = attributes;
    const address = pictureSourceOf(attributes);
    const checked = id && checkedValue(nodeRules.image.attributes.media.check, id);
    const media = checked ?? (address && pictures?.get(address)?.toString());
    const text = media ? undefined : textOfPicture(attributes);
    if (text !== undefined) return this.addText(text);
    const host = attributes['data-absent'] ?? (media ? undefined : absentPicture?.({ address, alt }));
    const absent = host && checkedValue(nodeRules.image.attributes.absent.check, host);
    const image = media ? { 'data-media': media } : absent ? { 'data-absent': absent } : undefined;
    const shownAlt = this.isForeign && !media ? alt || undefined : attributes.alt;
    const figure = this.#blocks.find('figure');
    if (image && this.#text.place('image', { ...image, alt: shownAlt })) {
      if (this.#blocks.top !== figure) this.#blocks.cut(this.#blocks.length - 1);
      this.#text.separate();
      return;
    }
    if (address) this.leftovers.pictures.push({ address, alt });
    this.#note(
      'img',
      address ? { src: address } : {},
      [address, alt && `(${alt})`].filter(Boolean).join(' '),
    );
  }

  endElement(name: string) {
    this.#text.passTag();
    this.#endTags.pass(name);
    if (this.#skipped) return this.#endInSkipped(this.#skipped, name);
    if (this.#wordLists.endElement(name)) return;
    if (this.isForeign && this.#styles.end(name)) return;
    if (this.#endInCode(name)) return;
    if (name === 'q') return this.#text.endQuotation();
    if (name === 'br') return this.#text.addBreak();
    if (name === 'summary') this.#isSummary = false;
    if (this.#lists.end(name)) return;
    if (this.#blocks.endOpener(name)) return this.#text.separate();
    const mark = markTags.get(name);
    if (mark) return this.#marks.end(mark);
    if (name === 'table' && this.#flatTables > 0) this.#flatTables -= 1;
    else if (elements.tableSectionElements.has(name) && this.#isInTable) this.#isHead = false;
    else if (this.#endBlock(name)) return;
    if (elements.blockElements.has(name) || /^(?:p|h[1-6]|blockquote|pre)$/.test(name)) {
      this.#text.endFlatCell();
      this.#text.end();
      if (name === 'p') this.#lists.passParagraph();
    }
  }

  #endInSkipped(skipped: SkippedElement, name: string) {
    if (name === skipped.name || elements.endTagsOfSkippedElements[skipped.name]?.includes(name))
      skipped.depth -= 1;
    if (skipped.depth === 0) this.#endSkipped(skipped);
    else endInSkipped(skipped, name);
  }

  #endSkipped(skipped: SkippedElement) {
    this.#skipped = undefined;
    const { as, attributes, file } = skipped;
    const text = textOfSkipped(skipped);
    if (as === 'math') {
      const formula = formulaText(skipped);
      this.#note('math', {}, formula);
      this.addText(formula);
    } else if (as === 'audio' || as === 'video') {
      const href = toStoredLink(file ?? '');
      this.#note(href ? as : `${as} without a file`, {}, href ?? text);
      if (href) this.#addLink(href, fileNameOf(href));
    } else if (as === 'svg') {
      if (text || attributes['aria-hidden'] !== 'true') this.#note('svg', {}, text);
    } else if (as === 'button') {
      const { top, model } = this.#blocks;
      const last = model.holds.size === 0 ? top : top.children.at(-1);
      if (last) last.hasButton = true;
      if (text) this.#note('button', {}, text);
    } else if (as === 'hidden' && text && !skipped.hasFormula) this.#note('hidden', {}, text);
  }

  #endInCode(name: string): boolean {
    const open = this.#code.openIn(this.#blocks.top);
    if (!open) return false;
    if (name === 'code' && open.inner > 0) open.inner -= 1;
    else if (closeBox(open, name)) this.#text.end();
    else return false;
    return true;
  }

  #endBlock(name: string): boolean {
    const types = blocksEndedBy(name);
    const isPart = elements.tableCellElements.has(name) || name === 'tr' || name === 'caption';
    if (!types || (isPart && !this.#isInTable) || !this.#blocks.end(types)) return false;
    if (name === 'table' || name === 'figcaption') this.#text.separate();
    if (name === 'p') this.#lists.passParagraph();
    return true;
  }
}
