interface InertHtml {
  body: HTMLElement;
  styles: string;
}

const startsTag = /[a-z]/i;
const attribute = /[\s/]*([^\s/>=]+)?(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?/y;
const isUnsafe = /^(?:style|on[a-z]+)$/i;

/**
 * Removes `style` elements and renames style and event attributes, such as to `data-style`: the content security
 * policy would report them even in an inert document.
 */
export function parseInert(html: string): InertHtml {
  const parts: string[] = [];
  const styles: string[] = [];
  let copied = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      // Text in a comment can look like tags.
      const end = html.indexOf('-->', at + 4);
      if (end === -1) break;
      at = html.indexOf('<', end);
      continue;
    }
    if (!startsTag.test(html[at + 1] ?? '')) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    let end = at + 1;
    while (end < html.length && !/[\s/>]/.test(html[end]!)) end += 1;
    const name = html.slice(at + 1, end).toLowerCase();
    while (end < html.length && html[end] !== '>') {
      attribute.lastIndex = end;
      const [whole = '', key] = attribute.exec(html) ?? [];
      if (key && isUnsafe.test(key)) {
        const from = end + whole.indexOf(key);
        parts.push(html.slice(copied, from), 'data-');
        copied = from;
      }
      end += Math.max(whole.length, 1);
    }
    if (name === 'style') {
      const close = html.slice(end).search(/<\/style/i);
      const until = close === -1 ? html.length : end + close;
      styles.push(html.slice(end + 1, until));
      parts.push(html.slice(copied, at));
      copied = close === -1 ? html.length : html.indexOf('>', until) + 1 || html.length;
      end = copied;
    }
    at = html.indexOf('<', end);
  }
  parts.push(html.slice(copied));
  const { body } = new DOMParser().parseFromString(parts.join(''), 'text/html');
  return { body, styles: styles.join('\n').replaceAll(/<!--|-->/g, '') };
}

export function renameElement(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: key, value } of element.attributes) renamed.setAttribute(key, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
