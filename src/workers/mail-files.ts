/** What a file is by its bytes. `program` and `macros` come with a warning. */
type MailFileKind = 'pdf' | 'picture' | 'program' | 'macros' | 'archive' | 'other';

interface NamedFile {
  name: string;
  kind: MailFileKind;
}

const startsOf: readonly (readonly [start: string, kind: MailFileKind, endings: readonly string[]])[] = [
  ['\xff\xd8\xff', 'picture', ['jpg', 'jpeg']],
  ['\x89PNG\r\n\x1a\n', 'picture', ['png']],
  ['GIF87a', 'picture', ['gif']],
  ['GIF89a', 'picture', ['gif']],
  ['MZ', 'program', ['exe', 'dll', 'scr', 'com', 'msi', 'sys']],
  ['\x7fELF', 'program', ['elf', 'bin', 'so']],
  ['\xca\xfe\xba\xbe', 'program', ['class', 'dylib']],
  ['\xcf\xfa\xed\xfe', 'program', ['macho', 'dylib']],
  ['#!', 'program', ['sh', 'py', 'pl', 'rb']],
  ['Rar!', 'archive', ['rar']],
  ['7z\xbc\xaf\x27\x1c', 'archive', ['7z']],
  ['\x1f\x8b', 'archive', ['gz', 'tgz']],
];
/** Windows, macOS and Office run such files, whatever they have in them. */
const programEndings =
  /\.(?:exe|dll|scr|com|bat|cmd|pif|msi|msp|ps1|vbs?|vbe|jse?|wsf|wsh|hta|cpl|jar|lnk|reg|scf|url|app|dmg|pkg|sh|command|iso|img|vhdx?|chm|one|appref-ms|application)$/i;
const macroEndings = /\.(?:docm|dotm|xlsm|xltm|xlam|xlsb|pptm|potm|ppam|ppsm|sldm)$/i;
/** Endings that say what only the bytes may say. */
const provenEndings = /\.(?:pdf|jpe?g|png|gif|webp|avif)$/i;
const maxLetters = 120;
// Characters that reverse text, or mean something in paths or headers.
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/gu;
const searchedForMacros = 4 * 1024 * 1024;

/** The name that the sender gave, made safe, with an ending that fits the bytes. */
export function nameFile(name: string | null, bytes: Uint8Array, at: number): NamedFile {
  const plain = (name ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(unsafe, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : '';
  const stem = [...(ending ? plain.slice(0, dot) : plain)].slice(0, maxLetters).join('').trim();
  const own = `${stem || `file-${at}`}${ending}`;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString(
    'latin1',
  );
  const { kind, endings } = kindOf(head, bytes);
  if (kind === 'other' || kind === 'archive' || kind === 'macros') {
    if (macroEndings.test(own) || kind === 'macros') return { name: own, kind: 'macros' };
    if (programEndings.test(own)) return { name: own, kind: 'program' };
    return { name: provenEndings.test(own) ? `${own}.bin` : withEnding(own, endings), kind };
  }
  return { name: withEnding(own, endings), kind: programEndings.test(own) ? 'program' : kind };
}

function withEnding(name: string, endings: readonly string[]): string {
  const fits = endings.length === 0 || endings.some((each) => name.toLowerCase().endsWith(`.${each}`));
  return fits ? name : `${name}.${endings[0]}`;
}

function kindOf(head: string, bytes: Uint8Array): { kind: MailFileKind; endings: readonly string[] } {
  if (head.includes('%PDF-')) return { kind: 'pdf', endings: ['pdf'] };
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { kind: 'picture', endings: ['webp'] };
  if (head.slice(4, 8) === 'ftyp' && /avif|avis/.test(head.slice(8, 32)))
    return { kind: 'picture', endings: ['avif'] };
  // Old documents of Office, and archives with new ones, name their macros.
  const isOldOffice = head.startsWith('\xd0\xcf\x11\xe0');
  if (isOldOffice || head.startsWith('PK\x03\x04')) {
    const words = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searchedForMacros));
    const marks = isOldOffice
      ? ['_\0V\0B\0A\0_\0', 'M\0a\0c\0r\0o\0s\0']
      : ['vbaProject.bin', 'macrosheets/'];
    if (marks.some((mark) => words.includes(mark, 0, 'latin1'))) return { kind: 'macros', endings: [] };
    return { kind: isOldOffice ? 'other' : 'archive', endings: [] };
  }
  const [, kind, endings] = startsOf.find(([start]) => head.startsWith(start)) ?? [];
  return kind && endings ? { kind, endings } : { kind: 'other', endings: [] };
}

const warnings: Partial<Record<MailFileKind, string>> = {
  program: 'This file is a program. Do not open it unless you expected it.',
  macros: 'This file has macros, which are programs. Do not run them unless you expected them.',
};

export function warningAbout(kind: MailFileKind): string | null {
  return warnings[kind] ?? null;
}
