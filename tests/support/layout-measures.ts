/** Faults of a layout that visitors would notice, each described in words. */
export interface LayoutFindings {
  /**
   * Words that are broken without a hyphen, although they are short or would fit into one line. For words in headings,
   * the check assumes a smaller font size.
   */
  cutWords: string[];
  /** Broken images, and framed elements without content. */
  emptyFrames: string[];
  /** Empty space inside a section, or below a card that is next to a taller card. */
  gaps: string[];
  /** Headings with a long word that take too many lines. */
  tallHeadings: string[];
}

/** Measures the loaded page. Runs in the page, so the function may use nothing outside its body. */
export function measureLayout(): LayoutFindings {
  const smallestHeading = 20;
  const largestGap = 160;
  const longWord = 40;
  const shortWord = 12;
  const mostLines = 3;
  const leastFrame = 80;
  const texts = 'h1, h2, h3, h4, p, li, dd, dt, td, th, a, blockquote, figcaption, strong, label, button';
  const seen = 'img, svg, input, textarea, select, button, video, canvas';

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, .site-form-trap, .skip-link');
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent.trim().slice(0, 60)}`;
  const wordsIn = (root: Element) => {
    const found: { range: Range; block: Element; word: string }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const block = node.parentElement?.closest(texts);
      if (!block || !isShown(block)) continue;
      // Splits the text at hyphens, slashes and soft hyphens too, because a line may end there.
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}\p{M}]{4,}/gu)) {
        const range = document.createRange();
        // Skips the first letter after a soft hyphen, because its box may include the visible hyphen at the
        // end of the previous line.
        range.setStart(node, node.textContent?.[index - 1] === '\u00ad' ? index + 1 : index);
        range.setEnd(node, index + word.length);
        found.push({ range, block, word });
      }
    }
    return found;
  };
  const linesOf = (range: Range) => {
    const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
    return tops.filter((top, at) => at === 0 || top - tops[at - 1]! > 4).length;
  };

  const spacesOf = (element: Element) => {
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(element);
    const widths = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
    return widths.reduce((sum, width) => sum + Number.parseFloat(width), 0);
  };

  function findCutWords(): string[] {
    const broken = wordsIn(document.body).filter(({ range }) => linesOf(range) > 1);
    if (broken.length === 0) return [];
    // This style allows line breaks only after hyphens and spaces.
    const style = new CSSStyleSheet();
    style.replaceSync('* { overflow-wrap: normal !important; word-break: normal !important; }');
    const columns = broken.map(({ block }) => {
      let box = block;
      let spaces = spacesOf(box);
      while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) {
        box = box.parentElement;
        spaces += spacesOf(box);
      }
      return box.getBoundingClientRect().width - spaces;
    });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    const cut = broken.filter(({ range, block }, at) => {
      if (linesOf(range) > 1) return false;
      const size = Number.parseFloat(getComputedStyle(block).fontSize);
      const scale = block.closest('h1, h2, h3, h4') ? Math.min(1, smallestHeading / size) : 1;
      // A short word must never be broken. If a short word does not fit, the column is too narrow.
      if (range.toString().length <= shortWord) return true;
      return range.getBoundingClientRect().width * scale <= columns[at]!;
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
    return cut.map(({ word, block }) => `${word} in ${nameOf(block)}`);
  }

  function findEmptyFrames(): string[] {
    const broken = [...document.images].filter(
      (image) => image.complete && image.naturalWidth === 0 && isShown(image),
    );
    const frames = [...document.querySelectorAll('main *')].filter((element) => {
      if (element.closest('svg') || element.matches(seen) || !isShown(element)) return false;
      const { width, height } = element.getBoundingClientRect();
      if (Math.min(width, height) < leastFrame || element.textContent.trim()) return false;
      if (element.querySelector(seen)) return false;
      const { borderTopWidth, borderLeftWidth, backgroundImage } = getComputedStyle(element);
      const hasEdge = Number.parseFloat(borderTopWidth) > 0 && Number.parseFloat(borderLeftWidth) > 0;
      return hasEdge || backgroundImage !== 'none';
    });
    return [...broken, ...frames].map(nameOf);
  }

  /** Returns the boxes of all visible texts, pictures and form fields in an element. */
  function boxesIn(root: Element): DOMRect[] {
    const boxes = [...root.querySelectorAll(seen)].filter(isShown).map((one) => one.getBoundingClientRect());
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.trim() || !node.parentElement || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Lines below the last one that a clamped text shows have boxes too.
      const { bottom } = node.parentElement.getBoundingClientRect();
      boxes.push(...[...range.getClientRects()].filter(({ top }) => top < bottom));
    }
    return boxes.filter(({ width, height }) => width > 0 && height > 0);
  }

  function findGaps(): string[] {
    const gaps: string[] = [];
    for (const section of document.querySelectorAll('main section, main .section, main article, footer')) {
      // Only the innermost sections are measured. Parts that follow a `.hall` are sections of their own.
      if (!isShown(section) || section.querySelector('section, .section, .hall ~ *')) continue;
      const boxes = boxesIn(section).sort((one, other) => one.top - other.top);
      let bottom = boxes[0]?.bottom ?? 0;
      for (const box of boxes) {
        if (box.top - bottom > largestGap)
          gaps.push(`${Math.round(box.top - bottom)} px in ${nameOf(section)}`);
        bottom = Math.max(bottom, box.bottom);
      }
    }
    for (const list of document.querySelectorAll('main ul, main ol')) {
      if (getComputedStyle(list).display !== 'grid') continue;
      const items = [...list.children].filter(isShown).map((item) => {
        const area = item.getBoundingClientRect();
        return { item, area, end: Math.max(area.top, ...boxesIn(item).map(({ bottom }) => bottom)) };
      });
      for (const { item, area, end } of items) {
        // A card without a picture is as tall as its words, so that it is no large empty field.
        if (item.matches('.type-card')) continue;
        const beside = items.filter(
          (other) => other.item !== item && other.area.top < area.bottom && area.top < other.area.bottom,
        );
        const hole = Math.max(end, ...beside.map((other) => other.end)) - end;
        const below = items
          .filter((other) => other.area.left < area.right && area.left < other.area.right)
          .map((other) => other.area.top - end)
          .filter((distance) => distance > 0);
        const height = Math.min(hole, ...below);
        if (height > largestGap) gaps.push(`${Math.round(height)} px below ${nameOf(item)}`);
      }
    }
    return gaps;
  }

  function findTallHeadings(): string[] {
    const headings = [...document.querySelectorAll('main :is(h1, h2, h3)')].filter(isShown);
    return headings.flatMap((heading) => {
      const isLong = heading.textContent.split(/\s+/).some((word) => word.length >= longWord);
      const range = document.createRange();
      range.selectNodeContents(heading);
      const lines = linesOf(range);
      return isLong && lines > mostLines ? [`${lines} lines in ${nameOf(heading)}`] : [];
    });
  }

  return {
    cutWords: findCutWords(),
    emptyFrames: findEmptyFrames(),
    gaps: findGaps(),
    tallHeadings: innerWidth === 1440 ? findTallHeadings() : [],
  };
}
