interface OpenList {
  element: Element;
  key: string;
}

const deepest = 6;

/**
 * Converts the lists of Word to HTML lists. Word writes each item as a paragraph whose style names its list
 * and level, for example `mso-list:l0 level2 lfo1`.
 */
export function convertWordLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const style = paragraph.getAttribute('data-style') ?? '';
    const [, level, run] = /mso-list:\s*l\d+\s+level(\d+)\s+(lfo\d+)/i.exec(style) ?? [];
    if (level === undefined || run === undefined) continue;
    const sign = takeMarker(paragraph);
    // The number or letter of an item in a numbered list ends with a dot or a bracket. An `o` without a dot
    // or bracket is a bullet.
    const number = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(sign)?.[1];
    const isNext = paragraph.previousElementSibling === open[0]?.element;
    if (!isNext || open[0]?.key !== run) open = [];
    const depth = Math.min(Number(level), open.length + 1, deepest);
    open.length = Math.min(open.length, depth);
    if (open.length < depth) {
      const list = body.ownerDocument.createElement(number ? 'ol' : 'ul');
      if (Number(number) > 1) list.setAttribute('start', String(Number(number)));
      addList(open, list, paragraph);
      open.push({ element: list, key: run });
    }
    const item = body.ownerDocument.createElement('li');
    open.at(-1)?.element.append(item);
    item.append(paragraph);
  }
}

/**
 * Removes the number or bullet from the text of a list item. Returns the number or bullet without spaces, or
 * `''` if the item has none.
 */
function takeMarker(paragraph: Element): string {
  const spans = [...paragraph.querySelectorAll('span')];
  const marker = spans.find((span) => /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''));
  marker?.remove();
  return (marker?.textContent ?? '').replaceAll(/[\s\u00a0]+/g, '');
}

/**
 * Joins the list items of Word online to lists. Word online puts each item into a separate list inside a
 * `div`.
 */
export function joinWordOnlineLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const box of body.querySelectorAll('.ListContainerWrapper')) {
    if (box.previousElementSibling !== open[0]?.element) open = [];
    for (const item of box.querySelectorAll('li')) {
      const list = item.parentElement;
      if (!list || !/^(?:ul|ol)$/.test(list.localName)) continue;
      const level = Number(item.getAttribute('data-aria-level') ?? 1);
      const key = `${list.localName} ${item.getAttribute('data-listid') ?? ''}`;
      if (level === 1 && open[0]?.key !== key) open = [];
      const depth = Math.max(1, Math.min(level, open.length + 1));
      open.length = Math.min(open.length, depth);
      if (open.length < depth) {
        const made = body.ownerDocument.createElement(list.localName);
        const start = list.getAttribute('start');
        if (start) made.setAttribute('start', start);
        addList(open, made, box);
        open.push({ element: made, key });
      }
      open.at(-1)?.element.append(item);
    }
    box.remove();
  }
  for (const end of body.querySelectorAll('.EOP')) end.remove();
}

function addList(open: readonly OpenList[], list: Element, place: Element): void {
  const item = open.at(-1)?.element.lastElementChild;
  if (item) item.append(list);
  else place.before(list);
}

/** Moves each nested list into the item before the list. Google Docs puts a nested list after its item. */
export function moveNestedListsIntoItems(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
  }
}
