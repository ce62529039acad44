import { Parser } from 'htmlparser2';

const hidden = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'svg', 'object']);
const paragraphs = new Set([
  'p',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);
const lines = new Set(['div', 'br', 'tr', 'li', 'hr', 'section', 'article', 'header', 'footer', 'dt', 'dd']);
const maxQuoteLevels = 20;
/** Where the web forms of Outlook begin the earlier mail, which they neither indent nor mark otherwise. */
const outlookParts = new Set(['divRplyFwdMsg', 'appendonsend', 'mail-editor-reference-message-container']);
const separator = '________________________________';

/** Only words: no pictures, and of links the address beside the text. Quotations have `> ` before each line. */
export function textOfHtml(html: string): string {
  const written: string[] = [];
  let line = '';
  let quotes = 0;
  let hiddenDepth = 0;
  let preformatted = 0;
  let link: string | undefined;
  const endLine = () => {
    const text = preformatted > 0 ? line : line.replaceAll(/[ \t]+/g, ' ').trim();
    written.push('> '.repeat(Math.min(quotes, maxQuoteLevels)) + text);
    line = '';
  };
  const beginBlock = () => {
    if (line.trim() !== '') endLine();
  };
  const gap = () => {
    beginBlock();
    if (!/^[> ]*$/.test(written.at(-1) ?? '')) endLine();
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (hidden.has(name)) hiddenDepth += 1;
        if (outlookParts.has(attributes.id ?? '')) {
          beginBlock();
          written.push(separator);
        }
        if (name === 'br') endLine();
        else if (paragraphs.has(name)) gap();
        else if (lines.has(name)) beginBlock();
        if (name === 'blockquote') quotes += 1;
        if (name === 'pre') preformatted += 1;
        if (name === 'li') line += '- ';
        if (name === 'td' || name === 'th') line += ' ';
        if (name === 'a')
          link = /^(https?|mailto):/i.test(attributes.href ?? '') ? attributes.href : undefined;
      },
      ontext: (text) => {
        if (hiddenDepth > 0) return;
        if (preformatted === 0) line += text.replaceAll(/\s+/g, ' ');
        else {
          const [first = '', ...more] = text.split(/\r?\n/);
          line += first;
          for (const next of more) {
            endLine();
            line = next;
          }
        }
      },
      onclosetag: (name) => {
        if (hidden.has(name)) hiddenDepth -= 1;
        if (name === 'a' && link) {
          const target = link.replace(/^mailto:/i, '');
          if (!line.includes(target)) line += ` (${target})`;
          link = undefined;
        }
        if (paragraphs.has(name) || lines.has(name)) beginBlock();
        if (name === 'blockquote') quotes = Math.max(0, quotes - 1);
        if (name === 'pre') preformatted = Math.max(0, preformatted - 1);
        if (paragraphs.has(name)) gap();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  beginBlock();
  return tidy(written.join('\n'));
}

/** Line breaks of one kind, no control or direction characters, no gaps of several lines. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

const quotedLine = /^\s?>/;
/** Such as '-----Original Message-----', in any language. */
const dashes = /^\s*-{3,}\s*\p{L}[^-]{2,60}-{3,}\s*$/u;
const underscores = /^_{10,}$/;
const sender = /^\s*\*?(From|Von|De|Da|Kimden|Gönderen|Van|Från|Fra)\*?\s?:\*?\s/i;
const sentAt =
  /^\s*\*?(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Fecha|Gönderildi|Gönderilme|Tarih|Inviato|Data|Verzonden|Skickat|Sendt)\b[^:]{0,20}:/i;
const maxHeaderLines = 6;
/** Of a sentence such as 'On 3 May 2027 at 10:00, Ada Lee wrote:', which may be broken over several lines. */
const maxIntroLines = 4;

interface SplitText {
  text: string;
  quoted: string | null;
}

/** The words of the sender, and the earlier mails below them. A text that is nothing but a quotation is not split. */
export function splitQuotation(all: string): SplitText {
  const rows = all.split('\n');
  const at = Math.min(beginOfTrailingQuote(rows), beginOfEarlierMail(rows));
  const text = rows.slice(0, at).join('\n').trimEnd();
  if (at >= rows.length || text.trim() === '') return { text: all, quoted: null };
  return { text, quoted: rows.slice(at).join('\n').replace(/^\n+/, '') };
}

function beginOfTrailingQuote(rows: readonly string[]): number {
  let at = rows.length;
  while (at > 0 && (quotedLine.test(rows[at - 1]!) || rows[at - 1]!.trim() === '')) at -= 1;
  if (!rows.slice(at).some((row) => quotedLine.test(row))) return rows.length;
  return at - introLines(rows, at);
}

/** How many lines directly before the quotation introduce it. */
function introLines(rows: readonly string[], before: number): number {
  if (!/[:：]\s*$/.test(rows[before - 1] ?? '')) return 0;
  for (let count = 1; count <= maxIntroLines; count += 1) {
    const above = rows[before - count - 1];
    if (above === undefined || above.trim() === '') return count;
  }
  return 1;
}

function beginOfEarlierMail(rows: readonly string[]): number {
  const at = rows.findIndex((row, index) => {
    if (dashes.test(row)) return true;
    const next = rows.slice(index + 1, index + maxHeaderLines);
    if (underscores.test(row.trim())) return next.some((line) => sender.test(line));
    return sender.test(row) && next.some((line) => sentAt.test(line));
  });
  return at === -1 ? rows.length : at;
}
