import { tokenize } from '../shared/writing/tokens.ts';
import { escapeXml } from '../shared/xml.ts';

export interface Repair {
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
 * Yields XML in which each `<` begins a tag and each `&` an entity of XML. Browsers read loose ones as themselves, and know the entities of
 * HTML. `onRepair` is called for each change. CDATA and comments stay as they are.
 */
export async function* repairedXml(
  chunks: AsyncIterable<string>,
  onRepair: (repair: Repair) => void,
): AsyncGenerator<string> {
  // Inside of a comment or CDATA, `end` is what ends it.
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

function textOfEntity(token: string): string {
  const parts: string[] = [];
  const ignore = () => {};
  tokenize(token, { addText: (text) => parts.push(text), startElement: ignore, endElement: ignore });
  return parts.join('');
}
