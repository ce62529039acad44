import { tokenize } from '../shared/writing/tokens.ts';
import { escapeXml } from '../shared/xml.ts';

export interface Repair {
  line: number;
  note: string;
}

const special = /<!\[CDATA\[|\]\]>|<(?![\w:/!?])|&(?:(#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,30});)?/gi;
const ofXml: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
/** No entity and no mark of CDATA is longer. */
const maxToken = 34;

/**
 * Yields XML in which each `<` begins a tag and each `&` an entity of XML. Browsers read loose ones as themselves, and know the entities of
 * HTML. `onRepair` is called for each change. CDATA stays as it is.
 */
export async function* repairedXml(
  chunks: AsyncIterable<string>,
  onRepair: (repair: Repair) => void,
): AsyncGenerator<string> {
  let [rest, line, isInCdata] = ['', 1, false];
  const repair = (text: string): string => {
    const parts: string[] = [];
    let done = 0;
    const keepUpTo = (end: number) => {
      const part = text.slice(done, end);
      line += part.split('\n').length - 1;
      parts.push(part);
      done = end;
    };
    for (const { 0: token, 1: entity, index } of text.matchAll(special)) {
      if (token === ']]>' || token.startsWith('<!')) isInCdata = token !== ']]>';
      else if (!isInCdata && !isOfXml(entity)) {
        keepUpTo(index);
        const known = entity ? textOfEntity(token) : token;
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
    // What may be the beginning of a token waits for the next piece of the file.
    const tail = text.slice(-maxToken);
    const open = Math.max(tail.lastIndexOf('&'), tail.lastIndexOf('<'), tail.search(/\]\]?$/));
    const cut = open === -1 ? text.length : text.length - tail.length + open;
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

function textOfEntity(token: string): string {
  const parts: string[] = [];
  const ignore = () => {};
  tokenize(token, { addText: (text) => parts.push(text), startElement: ignore, endElement: ignore });
  return parts.join('');
}
