/** A blank without an answer, or a fact that the company's settings lack. */
export type OpenPoint = { kind: 'blank'; marker: string; question: string; isNote: boolean } | OpenFact;
interface OpenFact {
  kind: 'fact';
  /** The placeholder in the text, for example `{vat}`. */
  marker: string;
  /** The company's fields for the placeholder, all empty, for example `registration.vat_id`. */
  paths: readonly string[];
}

/** The company's fields that legal texts have placeholders for, by path. */
export const factLabels = {
  legal_name: 'Legal name',
  phone: 'Phone',
  email: 'Email',
  'address.street': 'Street',
  'address.postcode': 'Postcode',
  'address.city': 'City',
  'registration.court': 'Register',
  'registration.number': 'Number in the register',
  'registration.vat_id': 'VAT number',
  'registration.tax_number': 'Tax number',
  'registration.directors': 'Managing directors',
  'registration.authority': 'Supervisory authority',
} as const;
type FactPath = keyof typeof factLabels;

const pathsByPlaceholder: Readonly<Record<string, readonly FactPath[]>> = {
  phone: ['phone'],
  email: ['email'],
  address: ['address.street', 'address.postcode', 'address.city'],
  street: ['address.street'],
  city: ['address.city'],
  registration: ['registration.court', 'registration.number'],
  vat: ['registration.vat_id'],
  tax_number: ['registration.tax_number'],
  directors: ['registration.directors'],
  authority: ['registration.authority'],
};

/** The open points of a text, in its order and each once. A blank at the very beginning is the template's note. */
export function findUnfilledBlanks(html: string, company: object): OpenPoint[] {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  const points = new Map<string, OpenPoint>();
  for (const { 0: marker, index, groups = {} } of text.matchAll(
    /\[\[(?<question>[^[\]]*)\]\]|\{(?<name>\w+)\}/g,
  )) {
    const { question, name = '' } = groups;
    const paths = (pathsByPlaceholder[name] ?? []).filter((path) => !valueAt(company, path));
    const isKnown = (pathsByPlaceholder[name] ?? []).length > paths.length;
    if (question !== undefined)
      points.set(marker, { kind: 'blank', marker, question: question.trim(), isNote: index === 0 });
    else if (paths.length > 0 && !isKnown) points.set(marker, { kind: 'fact', marker, paths });
  }
  return [...points.values()];
}

function valueAt(company: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], company);
}

/** Unchanged if no paragraph or list entry contains the marker. */
export function fillBlank(html: string, marker: string, answer: string): string {
  return changeLine(html, marker, (line) => {
    const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (node.nodeValue!.includes(marker)) {
        node.nodeValue = node.nodeValue!.replace(marker, () => answer);
        return;
      }
  });
}

/** Removes the first line with the marker, and the heading above it if no text is left below. */
export function leaveOut(html: string, marker: string): string {
  return changeLine(html, marker, (line) => line.replaceChildren());
}

function changeLine(html: string, marker: string, change: (line: HTMLElement) => void): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const block = [...body.querySelectorAll('p, li')].find((each) => each.textContent.includes(marker));
  if (!block) return html;
  let isDone = false;
  const lines = block.innerHTML.split(/<br\s*\/?>/).map((part) => {
    const line = body.ownerDocument.createElement('span');
    line.innerHTML = part;
    if (isDone || !line.textContent.includes(marker)) return part;
    isDone = true;
    change(line);
    return line.innerHTML;
  });
  const left = lines.filter((line) => line.trim() !== '');
  block.innerHTML = left.join('<br>');
  if (left.length === 0) {
    const heading = block.previousElementSibling;
    const next = block.nextElementSibling;
    block.remove();
    if (heading?.tagName === 'H2' && (!next || next.tagName === 'H2')) heading.remove();
  }
  return body.innerHTML.replaceAll('<br>', '<br />');
}
