import sax from 'sax';
import { decodedText } from '../shared/writing/block-tree.ts';
import { escapeXml } from '../shared/xml.ts';
import { openTextFile } from './read-text-file.ts';
import type { OnProgress } from './incoming-content.ts';

interface Repair {
  line: number;
  note: string;
}

const special =
  /<!\[CDATA\[|\]\]>|<!--|-->|<(?![\w:/!?])|&(?:(#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,30});)?/gi;
const ofXml: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const unfinished = /(?:<(?:!(?:--?|\[\w*)?)?|&[#\w]*|\]\]?|--?)$/;
/** No entity and no mark of CDATA is longer. */
const maxToken = 34;

/**
 * Each `<` then begins a tag and each `&` an entity. Browsers take loose ones as themselves, and know
 * entities of HTML.
 */
async function* repairedXml(
  chunks: AsyncIterable<string>,
  onRepair: (repair: Repair) => void,
): AsyncGenerator<string> {
  // In a comment or CDATA, what ends it.
  let [rest, line, end] = ['', 1, ''];
  const repair = (text: string): string => {
    const parts: string[] = [];
    let done = 0;
    const keepUpTo = (index: number) => {
      const part = text.slice(done, index);
      line += part.split('\n').length - 1;
      parts.push(part);
      done = index;
    };
    for (const { 0: token, 1: entity, index } of text.matchAll(special)) {
      if (end) {
        if (token === end) end = '';
      } else if (token.startsWith('<!')) end = token === '<!--' ? '-->' : ']]>';
      else if (/^[<&]/.test(token) && !isOfXml(entity)) {
        keepUpTo(index);
        const known = entity ? decodedText(token) : token;
        const note =
          known === token ? `a loose ${token[0]} was read as itself` : `${token} was read as ${known}`;
        onRepair({ line, note: `line ${line}: ${note}` });
        parts.push(escapeXml(known));
        done = index + token.length;
      }
    }
    keepUpTo(text.length);
    return parts.join('');
  };
  for await (const chunk of chunks) {
    const text = rest + chunk;
    // The beginning of a token may wait for the next chunk.
    const open = text.slice(-maxToken).search(unfinished);
    const cut = open === -1 ? text.length : Math.max(0, text.length - maxToken) + open;
    rest = text.slice(cut);
    yield repair(text.slice(0, cut));
  }
  yield repair(rest);
}

function isOfXml(entity: string | undefined): boolean {
  if (!entity?.startsWith('#')) return entity !== undefined && ofXml.has(entity);
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff;
}

/** Its text has no more than about two million characters. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
  /** Empty for its children. */
  repairs: string[];
}

// In characters. Twice a post's maximum: a later check refuses longer posts with a clear message.
const maxText = 2_000_000;
const maxRepairs = 50;

/**
 * The children of the element at `within`, such as `['rss', 'channel']`, one at a time.
 * @throws {Error} naming the first line that is not valid XML
 */
export async function* readElements(
  path: string,
  within: readonly string[],
  onProgress: OnProgress,
): AsyncGenerator<XmlElement> {
  const parser = sax.parser(true, {});
  const open: XmlElement[] = [];
  let whole: XmlElement[] = [];
  const fail = (message: string) => new Error(`${path}, line ${parser.line + 1}: ${message}`);
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element && open.length > within.length && element.text.length < maxText) element.text += text;
  };
  let repairs: Repair[] = [];
  const onRepair = (repair: Repair) => {
    if (repairs.length <= maxRepairs) repairs.push(repair);
  };
  const takeRepairs = () => {
    const line = parser.line + 1;
    const notes = repairs.filter((repair) => repair.line <= line).map(({ note }) => note);
    repairs = repairs.filter((repair) => repair.line > line);
    return notes.length > maxRepairs ? [...notes.slice(0, maxRepairs), 'further repairs'] : notes;
  };
  parser.onerror = (error) => {
    throw fail(error.message.split('\n')[0] ?? '');
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onopentag = ({ name, attributes }) => {
    open.push({
      name,
      attributes: attributes as Record<string, string>,
      text: '',
      children: [],
      repairs: [],
    });
  };
  parser.onclosetag = () => {
    const element = open.pop();
    const isInside = within.every((word, at) => open[at]?.name === word);
    if (element && isInside && open.length === within.length) {
      whole.push({ ...element, repairs: takeRepairs() });
    } else if (element && isInside && open.length > within.length) open.at(-1)?.children.push(element);
  };
  for await (const text of repairedXml(await openTextFile(path, onProgress), onRepair)) {
    parser.write(text);
    yield* whole;
    whole = [];
  }
  parser.close();
  yield* whole;
}

export function textOfElement({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}

export function metasOfItem({ children }: XmlElement, key: string): string[] {
  return children
    .filter((child) => child.name === 'wp:postmeta' && textOfElement(child, 'wp:meta_key') === key)
    .map((child) => textOfElement(child, 'wp:meta_value'));
}

export function metaOfItem(item: XmlElement, key: string): string {
  return metasOfItem(item, key)[0] ?? '';
}
