import { slugOfText } from '../slugs.ts';
import { checkedPlace } from './block-models.ts';
import { type Block, isBlock, type TextMark, type TextRun, textOfChildren } from './block-tree.ts';

/** With it, stored ids never equal one of the page itself. */
const prefix = 'place-';
/** Links to its own places, or places to which others may link. */
export function hasPlaces(html: string): boolean {
  return /\shref\s*=\s*["']?\s*#|\sid\s*=\s*["']?place-/i.test(html);
}

interface FinishOptions {
  /** Another program wrote the text. Its links to places that are not in the text lead nowhere. */
  isForeign: boolean;
  /** Called with the address of each link that was taken out. */
  onDead: (href: string) => void;
}

/** Gives unique ids to blocks to which links lead. A heading's own id on the page needs none here. */
export function finishPlaces(text: Block, { isForeign, onDead }: FinishOptions): void {
  const linked = new Set<string>();
  const sections = new Set<string>();
  eachBlock(text, (block) => {
    if (block.type === 'heading') sections.add(sectionOf(block));
    for (const child of block.children) {
      if (isBlock(child)) continue;
      for (const { href } of child.marks)
        if (href?.startsWith('#')) for (const name of namesOf(href)) linked.add(name);
    }
  });
  const ids = new Map<string, string>();
  const taken = new Map<string, number>();
  eachBlock(text, (block) => {
    delete block.attributes.place;
    for (const name of block.places ?? []) {
      if (ids.has(name) || !(linked.has(name) || checkedPlace(name))) continue;
      block.attributes.place ??= freeId(name, taken);
      ids.set(name, block.attributes.place);
    }
    // The page gives a heading an id of its own only if it has none.
    if (block.type === 'heading' && block.attributes.place) ids.set(sectionOf(block), block.attributes.place);
  });
  const changed = new Map<readonly TextMark[], readonly TextMark[]>();
  const withTarget = (marks: readonly TextMark[]) => {
    const known = changed.get(marks) ?? marks.flatMap(targeted);
    changed.set(marks, known);
    return known;
  };
  const targeted = (mark: TextMark): TextMark[] => {
    const { href } = mark;
    if (!href?.startsWith('#') || href === '#' || /^#top$/i.test(href)) return [mark];
    const id = namesOf(href)
      .map((name) => ids.get(name))
      .find(Boolean);
    if (id) return [{ ...mark, href: `#${id}` }];
    const isKept = !isForeign && !href.startsWith(`#${prefix}`);
    if (isKept || namesOf(href).some((name) => sections.has(name))) return [mark];
    onDead(href);
    return [];
  };
  eachBlock(text, (block) => {
    const links = block.children.filter(
      (child): child is TextRun => !isBlock(child) && child.marks.some(({ href }) => href?.startsWith('#')),
    );
    for (const link of links) link.marks = withTarget(link.marks);
    // A button that leads nowhere is a paragraph.
    if (block.type === 'action' && links.some(({ marks }) => marks.length === 0)) block.type = 'paragraph';
  });
}

function eachBlock(block: Block, visit: (block: Block) => void): void {
  visit(block);
  for (const child of block.children) if (isBlock(child)) eachBlock(child, visit);
}

/** The id of a heading in the page's table of contents. */
function sectionOf({ children }: Block): string {
  return `section-${slugOfText(textOfChildren(children))}`;
}

/** The name in the address as it is written, and decoded. */
function namesOf(href: string): string[] {
  const name = href.slice(1);
  if (!name.includes('%')) return [name];
  try {
    return [name, decodeURIComponent(name)];
  } catch {
    return [name];
  }
}

/** `taken` has the number of the last id for each name. */
function freeId(name: string, taken: Map<string, number>): string {
  const base = checkedPlace(name) ?? `${prefix}${slugOfText(name.replace(/^_+/, '')) || 'x'}`;
  let id = base;
  let number = taken.get(base) ?? 0;
  for (; taken.has(id); number += 1) id = `${base}-${number + 1}`;
  taken.set(base, Math.max(number, 1));
  if (id !== base) taken.set(id, 1);
  return id;
}

/** Changes ids that several texts on one page share. */
export function withUniquePlaces(texts: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return texts.map((html) => {
    if (!html.includes(' id="place-')) return html;
    const renamed = new Map<string, string>();
    const marked = html.replaceAll(/<(p|h[234]|li) id="(place-[^"]*)"/g, (_, tag: string, name: string) => {
      const id = freeId(name, taken);
      renamed.set(name, id);
      return `<${tag} id="${id}"`;
    });
    return marked.replaceAll(
      /<a href="#(place-[^"]*)"/g,
      (_, name: string) => `<a href="#${renamed.get(name) ?? name}"`,
    );
  });
}
