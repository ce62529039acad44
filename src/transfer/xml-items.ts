import sax from 'sax';
import type { OnProgress } from './incoming.ts';
import { readText } from './decode-text.ts';
import { type Repair, repairedXml } from './repaired-xml.ts';

/** An element of an XML file. Its text has no more than about two million characters. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
  /** What had to be repaired in the element. Empty for its children. */
  repairs: string[];
}

// The maximum length of the text of an element. It is twice the maximum length of a post, so that a later check can
// refuse longer posts with a clear message.
const maxText = 2_000_000;
const maxRepairs = 50;

/**
 * Yields the child elements of the element at `within`, for example `['rss', 'channel']`. Does not keep the
 * whole file in memory.
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
  for await (const text of repairedXml(await readText(path, onProgress), onRepair)) {
    parser.write(text);
    yield* whole;
    whole = [];
  }
  parser.close();
  yield* whole;
}

export function textOf({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}

/** Returns all values that WordPress stores for an item under a key. */
export function metasOf({ children }: XmlElement, key: string): string[] {
  return children
    .filter((child) => child.name === 'wp:postmeta' && textOf(child, 'wp:meta_key') === key)
    .map((child) => textOf(child, 'wp:meta_value'));
}

export function metaOf(item: XmlElement, key: string): string {
  return metasOf(item, key)[0] ?? '';
}
