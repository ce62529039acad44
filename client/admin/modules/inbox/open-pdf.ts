import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js';
import rendererUrl from 'pdfjs-dist/legacy/build/pdf.renderer.min.mjs?worker&url';
import parserUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url';
import classes from './pdf-viewer.module.css';

// A stranger has made the file. It is parsed in one worker and drawn in another, which may load nothing (their policy is
// that of all built files) and end with the time limit. The page itself only gets finished pictures and plain words.

export const maxPdfPages = 50;
export const maxPdfMs = 20_000;

/** Of all pages. With many, each is drawn with fewer. */
const maxPixels = 60_000_000;
const maxPagePixels = 3_000_000;
const maxSide = 8000;
/** As for pictures that are uploaded. */
const maxImagePixels = 50_000_000;
const maxCanvasBytes = 2 ** 26;
/** Of one page. A map has tens of thousands. */
const maxOperations = 500_000;
/** Of one page, for selecting and for screen readers. */
const maxRuns = 3000;
const maxLetters = 20_000;

/** The other build needs browsers of the last months. */
type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

export type PdfProblem = 'protected' | 'damaged' | 'heavy' | 'missing';

export interface PdfOutcome {
  /** What the file says. Not all of them may exist. */
  pages: number;
  shown: number;
  lacksPictures: boolean;
  problem?: PdfProblem;
}

interface OpenPdfOptions {
  /** Gets an element for each page. */
  into: HTMLElement;
  signal: AbortSignal;
  maxMs: number;
}

class PdfFailure extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Resolves in every case: with what is shown after success, failure or `maxMs`. */
export async function openPdf(path: string, { into, signal, maxMs }: OpenPdfOptions): Promise<PdfOutcome> {
  const outcome: PdfOutcome = { pages: 0, shown: 0, lacksPictures: false };
  const limit = AbortSignal.timeout(maxMs);
  const until = raceOf(AbortSignal.any([signal, limit]));
  const workers: Worker[] = [];
  try {
    const loading = Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), loadFile(path, signal)]);
    const [pdfjs, data] = await until(loading).catch((error) => {
      throw limit.aborted ? error : new PdfFailure('missing', error);
    });
    outcome.lacksPictures = undecoded.test(new TextDecoder('latin1').decode(data));
    workers.push(...[parserUrl, rendererUrl].map((url) => new Worker(url, { type: 'module' })));
    const pdf = await until(startParsing(pdfjs, data, workers));
    outcome.pages = pdf.numPages;
    await drawPages(pdfjs, pdf, { outcome, into, until });
    await until(pdf.loadingTask.destroy());
  } catch (error) {
    outcome.problem = limit.aborted ? 'heavy' : problemOf(error);
  } finally {
    for (const worker of workers) worker.terminate();
  }
  return outcome;
}

type Until = <T>(work: Promise<T>) => Promise<T>;

/** The work of a worker that hangs never ends, not even by its own `destroy`. */
function raceOf(signal: AbortSignal): Until {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  return (work) => {
    signal.throwIfAborted();
    return Promise.race([work, aborted]);
  };
}

async function loadFile(path: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(path, { credentials: 'same-origin', signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Their decoders need WebAssembly, which the panel's policy forbids. */
const undecoded = /\/(?:JPXDecode|JBIG2Decode|CCITTFaxDecode|CCF)\b/;

/** The character maps of East Asian fonts, and fonts in place of those that a file leaves out. */
const packaged = import.meta.glob<string>(
  ['/node_modules/pdfjs-dist/cmaps/*.bcmap', '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}'],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);
const urlOf = new Map(Object.entries(packaged).map(([path, url]) => [path.split('/').at(-1), url]));

/** Used in place of the library's, whose addresses would have no hash of the content. */
class PackagedData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = urlOf.get(filename);
    if (!url) throw new Error(`There is no ${filename}.`);
    const answer = await fetch(url);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

function startParsing(
  pdfjs: Pdfjs,
  data: Uint8Array,
  [parser, renderer]: readonly Worker[],
): Promise<PDFDocumentProxy> {
  const verbosity = pdfjs.VerbosityLevel.ERRORS;
  pdfjs.GlobalWorkerOptions.rendererPorts = [renderer!];
  return pdfjs.getDocument({
    data,
    worker: pdfjs.PDFWorker.create({ port: parser!, verbosity }),
    verbosity,
    BinaryDataFactory: PackagedData,
    useWorkerFetch: false,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: maxCanvasBytes,
  }).promise;
}

interface Drawing {
  outcome: PdfOutcome;
  into: HTMLElement;
  until: Until;
}

/** Goes on after a damaged page. */
async function drawPages(pdfjs: Pdfjs, pdf: PDFDocumentProxy, { outcome, into, until }: Drawing) {
  const count = Math.min(pdf.numPages, maxPdfPages);
  const pixels = Math.min(maxPagePixels, maxPixels / count);
  for (let number = 1; number <= count; number += 1) {
    try {
      const page = await until(pdf.getPage(number));
      const { canvas, viewport } = await drawPicture(page, pixels, until);
      const words = await drawWords(pdfjs, page, until);
      const element = document.createElement('div');
      element.className = classes.page!;
      element.role = 'group';
      element.ariaLabel = `Page ${number} of ${outcome.pages}`;
      element.style.setProperty('--page-width', String(viewport.width / viewport.scale));
      element.append(canvas, words);
      into.append(element);
      outcome.shown += 1;
    } catch (error) {
      if (problemOf(error) !== 'damaged') throw error;
      outcome.problem = 'damaged';
    }
  }
}

async function drawPicture(page: PDFPageProxy, pixels: number, until: Until) {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(Math.sqrt(pixels / (width * height)), maxSide / width, maxSide / height);
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.ariaHidden = 'true';
  const task: RenderTask = page.render({
    canvas,
    viewport,
    operationsFilter: (index) => {
      if (index > maxOperations) throw new PdfFailure('heavy');
      return true;
    },
  });
  // Without its worker, the library would draw here.
  task.onContinue = (proceed: () => void) => {
    if (task.isWorkerRendering) proceed();
    else task.cancel();
  };
  await until(task.promise);
  return { canvas, viewport };
}

/** Transparent words over the picture, without the file's fonts. */
async function drawWords(pdfjs: Pdfjs, page: PDFPageProxy, until: Until): Promise<HTMLElement> {
  const container = document.createElement('div');
  container.className = classes.words!;
  const stream: ReadableStream<TextContent> = page.streamTextContent();
  const reader = stream.getReader();
  const content: TextContent = { items: [], styles: {}, lang: null };
  let letters = 0;
  for (;;) {
    const { value, done } = await until(reader.read());
    if (done) break;
    Object.assign(content.styles, value.styles);
    for (const item of value.items) {
      if (!('str' in item)) continue;
      const str = item.str.slice(0, maxLetters - letters);
      letters += str.length;
      content.items.push({ ...item, str });
    }
    if (letters < maxLetters && content.items.length < maxRuns) continue;
    void reader.cancel();
    break;
  }
  const viewport = page.getViewport({ scale: 1 });
  await until(new pdfjs.TextLayer({ textContentSource: content, container, viewport }).render());
  return container;
}

/** The errors of the library cross a worker, so that only their names are left. */
function problemOf(error: unknown): PdfProblem {
  if (error instanceof PdfFailure) return error.problem;
  const { name } = Object(error) as { name?: string };
  if (name === 'PasswordException') return 'protected';
  // By `onContinue`.
  if (name === 'RenderingCancelledException') return 'heavy';
  return 'damaged';
}
