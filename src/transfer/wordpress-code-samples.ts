import { escapeXml } from '../shared/xml.ts';

export interface CodeOrText {
  text: string;
  isCode: boolean;
}

const plain = ['code', 'sourcecode', 'source', 'crayon', 'cc', 'geshi'];
/** Plugins that highlight code have a shortcode for each of these too. */
const languages = [
  ...[
    'as3',
    'actionscript3',
    'bash',
    'shell',
    'coldfusion',
    'clojure',
    'cpp',
    'csharp',
    'css',
    'delphi',
    'pascal',
  ],
  ...[
    'diff',
    'erlang',
    'fsharp',
    'golang',
    'groovy',
    'haskell',
    'html',
    'java',
    'javascript',
    'js',
    'jscript',
  ],
  ...[
    'latex',
    'matlab',
    'objc',
    'perl',
    'php',
    'plain',
    'powershell',
    'python',
    'py',
    'ruby',
    'scala',
    'sql',
  ],
  ...['vb', 'vbnet', 'xml', 'xhtml', 'yaml'],
];
export const codeShortcodes: readonly string[] = [...plain, ...languages];

const start = new RegExp(
  `<(pre|code)\\b|(?<!\\[)\\[(${codeShortcodes.join('|')})((?:\\s|=)[^\\[\\]]*)?\\]`,
  'gi',
);

/** Code is kept to the letter. A shortcode for code becomes a code block. */
export function splitAtCode(text: string): CodeOrText[] {
  const parts: CodeOrText[] = [];
  const unclosed = new Set<string>();
  let done = 0;
  start.lastIndex = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [, element, shortcode = '', attributes = ''] = match;
    const name = (element ?? `[${shortcode}`).toLowerCase();
    if (unclosed.has(name)) continue;
    const end = element
      ? new RegExp(`</${element}\\s*>`, 'gi')
      : new RegExp(`\\[/${shortcode}\\](?!\\])`, 'gi');
    const inside = start.lastIndex;
    end.lastIndex = inside;
    const closing = end.exec(text);
    if (!closing) {
      unclosed.add(name);
      continue;
    }
    parts.push({ text: text.slice(done, match.index), isCode: false });
    const code = element
      ? text.slice(match.index, end.lastIndex)
      : codeBlock(text.slice(inside, closing.index), languageOf(shortcode, attributes));
    parts.push({ text: code, isCode: true });
    done = end.lastIndex;
    start.lastIndex = done;
  }
  return [...parts, { text: text.slice(done), isCode: false }];
}

function languageOf(shortcode: string, attributes: string): string {
  const match = /\blang(?:uage)?\s*=\s*["'”]?([\w+#.-]+)|^=\s*["']?([\w+#.-]+)/i.exec(attributes);
  return (
    match?.[1] ??
    match?.[2] ??
    (plain.includes(shortcode.toLowerCase()) ? '' : shortcode)
  ).toLowerCase();
}

function codeBlock(inner: string, language: string): string {
  const code = typed(inner)
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return `<pre><code${language && ` class="language-${escapeXml(language)}"`}>${escapeXml(code)}</code></pre>`;
}

const tag = /<\/?[a-z][^<>]*>/gi;
const lineBreak = /^<br\b[^<>]*>$/i;

/** WordPress's visual editor stores HTML and entities, its text editor what was typed. */
function typed(code: string): string {
  const tags = code.match(tag) ?? [];
  if (!tags.every((one) => lineBreak.test(one)) || (tags.length === 0 && /[<>]/.test(code))) return code;
  return code
    .replaceAll(/<br\b[^<>]*>\n?/gi, '\n')
    .replaceAll(/&(lt|gt|quot|nbsp|#0?39|#8211|#8217|#91|#93|amp);/g, (_, name: string) => entities[name]!);
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#8211': '–',
  '#8217': '’',
  '#91': '[',
  '#93': ']',
  amp: '&',
};
