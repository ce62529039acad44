import sax from 'sax';
import { RuleBroken } from '../../shared/errors.ts';
import { textOfFile } from '../../shared/text-of-file.ts';
import type { Piece } from './xliff-codes.ts';

export const maxXliffUnits = 50_000;
const maxDepth = 100;
/** Characters that are read before others have their turn. */
const sliceLetters = 64 * 1024;

export interface XliffUnit {
  line: number;
  id: string;
  source: Piece[];
  /** Undefined when nobody has translated the text. */
  target: Piece[] | undefined;
  problem: string | undefined;
}

export interface XliffFile {
  line: number;
  original: string;
  source: string;
  target: string;
  units: XliffUnit[];
}

interface OpenUnit extends XliffUnit {
  state: string;
  /** The text that is being read. */
  reads: Piece[] | undefined;
}

const ofXml = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Marks by programs of translators, whose text belongs to that around them. */
const marks = new Set(['mrk']);
/** A text in one of these is no translation yet. */
const untranslated = /^(?:new|needs-)/;

/**
 * Reads no document type and no entities but those of XML.
 * @throws {RuleBroken} naming the line that is no XLIFF 1.2
 */
export async function readXliff(content: Uint8Array): Promise<XliffFile[]> {
  const parser = sax.parser(true, {});
  parser.ENTITIES = ofXml;
  const files: XliffFile[] = [];
  const path: string[] = [];
  const codes: (string | undefined)[] = [];
  let [unit, count] = [undefined as OpenUnit | undefined, 0];
  const refuse = (message: string): never => {
    throw RuleBroken.of('file', `Line ${parser.line + 1}: ${message}`);
  };
  const within = (name: string) => path.at(-1) === name;

  parser.onerror = (error) => {
    refuse(`this is no XML. ${error.message.split('\n')[0]}.`);
  };
  parser.ondoctype = () => {
    refuse('a document type is not read.');
  };
  parser.onopentag = ({ name: qualified, attributes }) => {
    const name = qualified.replace(/^.*:/, '');
    const attribute = (key: string) => String(attributes[key] ?? '');
    if (path.length === 0) {
      if (name !== 'xliff') refuse('this is no XLIFF.');
      const version = attribute('version');
      if (version && !version.startsWith('1.'))
        refuse(`this is XLIFF ${version.slice(0, 10)}. Please save it as XLIFF 1.2.`);
    }
    if (path.length >= maxDepth) refuse('the elements are nested too deeply.');
    if (name === 'file' && within('xliff'))
      files.push({
        line: parser.line + 1,
        original: attribute('original'),
        source: attribute('source-language'),
        target: attribute('target-language'),
        units: [],
      });
    else if (name === 'trans-unit' && files.length > 0 && !unit) {
      count += 1;
      if (count > maxXliffUnits) refuse(`there are more than ${maxXliffUnits.toLocaleString('en')} texts.`);
      unit = {
        line: parser.line + 1,
        id: attribute('id'),
        source: [],
        target: undefined,
        problem: undefined,
        state: '',
        reads: undefined,
      };
    } else if (unit?.reads) readTag(unit, unit.reads, name, attribute('id'));
    else if (unit && within('trans-unit') && name === 'source') unit.reads = unit.source;
    else if (unit && within('trans-unit') && name === 'target') {
      unit.state = attribute('state');
      unit.target = [];
      unit.reads = unit.target;
    }
    path.push(name);
  };
  const readTag = (to: OpenUnit, pieces: Piece[], name: string, id: string) => {
    codes.push(name === 'g' ? id : undefined);
    if (name === 'g') pieces.push({ kind: 'start', id });
    else if (name === 'x') pieces.push({ kind: 'empty', id });
    else if (!marks.has(name)) to.problem ??= `The element <${name.slice(0, 40)}> is not one of this file’s.`;
  };
  const addText = (text: string) => {
    const last = unit?.reads?.at(-1);
    if (last?.kind === 'text') last.text += text;
    else unit?.reads?.push({ kind: 'text', text });
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = (qualified) => {
    const name = qualified.replace(/^.*:/, '');
    path.pop();
    if (unit?.reads && within('trans-unit')) unit.reads = undefined;
    else if (unit?.reads) {
      const id = codes.pop();
      if (name === 'g') unit.reads.push({ kind: 'end', id: id! });
    } else if (unit && name === 'trans-unit') {
      const { state, reads: _, ...read } = unit;
      const isEmpty = !read.target?.some((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
      const target = isEmpty || untranslated.test(state) ? undefined : read.target;
      files.at(-1)!.units.push({ ...read, target });
      unit = undefined;
    }
  };

  const text = decoded(content);
  for (let at = 0; at < text.length; at += sliceLetters) {
    parser.write(text.slice(at, at + sliceLetters));
    await new Promise(setImmediate);
  }
  parser.close();
  if (text.trim() === '') refuse('this is no XLIFF 1.2.');
  return files;
}

function decoded(content: Uint8Array): string {
  try {
    return textOfFile(content, 'The file');
  } catch (error) {
    throw RuleBroken.of('file', (error as Error).message);
  }
}
