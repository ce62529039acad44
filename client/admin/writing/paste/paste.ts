import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { DOMSerializer, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin, Selection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { findEmbedOfAddress } from '../../../../src/shared/writing/links-and-embeds.ts';
import { insertPictures } from '../pictures/insert.ts';
import type { PictureUploads } from '../pictures/uploads.ts';
import { convertPastedHtml, maxPasted } from './convert-pasted-html.ts';
import { parseInert } from './inert-html.ts';
import type { PictureResolver } from './pictures.ts';
import { isMarkdown, sliceOf } from './plain-text.ts';

/** Returns the position after the outermost table around the selection. */
function findEndOfTable({ $head }: Selection): number | undefined {
  const { table } = $head.doc.type.schema.nodes;
  for (let depth = 1; depth <= $head.depth; depth += 1) {
    if ($head.node(depth).type === table) return $head.after(depth);
  }
  return undefined;
}

/** Moves the caret below the table, into a new paragraph if there is none. */
function leaveTable(tr: Transaction, end: number): void {
  const { paragraph } = tr.doc.type.schema.nodes;
  if (tr.doc.nodeAt(end)?.type !== paragraph) tr.insert(end, paragraph!.create());
  tr.setSelection(Selection.near(tr.doc.resolve(end)));
}

export interface PasteOptions {
  /** Undefined if the text cannot have pictures. */
  uploads: PictureUploads | undefined;
  onNotice: (message: string) => void;
  /** Called when pasted plain text looks like Markdown, which `format` then formats. */
  onMarkdown: (format: () => Promise<void>) => void;
}

export const Paste = Extension.create<PasteOptions>({
  name: 'cleanPaste',
  addOptions: () => ({ uploads: undefined, onNotice: () => {}, onMarkdown: () => {} }),
  addProseMirrorPlugins() {
    const { options } = this;
    let isPlain = false;
    return [
      new Plugin({
        props: {
          clipboardTextParser: (text, $context) => sliceOf(text, $context, !isPlain),
          // Own content needs no conversion, but forged content may contain styles.
          transformPastedHTML: (html) => (isOwn(html) ? parseInert(html).body.innerHTML : html),
          transformPasted: (slice, { state }) =>
            state.selection.$from.parent.content.size > 0 ? slice : withWhole(slice),
          clipboardSerializer: markedSerializer(this.editor.schema),
          handleDOMEvents: {
            keydown: (_view, event) => {
              isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
              return false;
            },
            paste: (view, event) => {
              // The form would use the picture as the post's cover.
              event.stopPropagation();
              const data = event.clipboardData;
              if (!data || isCode(view)) return false;
              return take(view, data, { ...options, isPlain }, event);
            },
            drop: (view, event) => {
              const data = event.dataTransfer;
              if (!data || view.dragging) return false;
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
              const isForeign = data.files.length > 0 || data.types.includes('text/html');
              if (!at || !isForeign) return false;
              event.stopPropagation();
              const selection = Selection.near(view.state.doc.resolve(at.pos));
              view.dispatch(view.state.tr.setSelection(selection));
              view.focus();
              return take(view, data, { ...options, isPlain: false }, event);
            },
          },
        },
      }),
    ];
  },
});

function isCode({ state }: EditorView): boolean {
  return state.selection.$from.parent.type.spec.code === true;
}

/** Keeps the first paragraph whole if links lead to it. Otherwise only its text is pasted. */
function withWhole(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  return openStart === 1 && content.firstChild?.attrs.place ? new Slice(content, 0, openEnd) : slice;
}

const ownMark = 'data-own-text';

/** Other programs with ProseMirror set `data-pm-slice` too, so that is not enough. */
function isOwn(html: string): boolean {
  return html.includes(ownMark) && html.includes('data-pm-slice');
}

/** Marks copied content as copied from this editor. */
function markedSerializer(schema: Schema): DOMSerializer {
  const serializer = DOMSerializer.fromSchema(schema);
  return new (class extends DOMSerializer {
    override serializeFragment(...parts: Parameters<DOMSerializer['serializeFragment']>) {
      const copied = super.serializeFragment(...parts);
      const first = copied.firstChild;
      if (first instanceof Element) first.setAttribute(ownMark, '');
      return copied;
    }
  })(serializer.nodes, serializer.marks);
}

interface TakeOptions extends PasteOptions {
  isPlain: boolean;
}

function take(view: EditorView, data: DataTransfer, options: TakeOptions, event: Event): boolean {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
  const files = [...data.files];
  if (options.isPlain) {
    if (!text) return false;
    separately(view, () => view.pasteText(text));
  } else if (files.length > 0 && isPictureAlone(html)) {
    takeFiles(view, files, html, options);
  } else if (isOwn(html)) {
    return false;
  } else if (html && html.length <= maxPasted && pasteForeign(view, html, options)) {
  } else if (text) {
    pasteText(view, text, options);
  } else {
    return false;
  }
  event.preventDefault();
  return true;
}

/** Makes the paste a step of its own in the undo history, and moves the caret out of a pasted table. */
function separately(view: EditorView, paste: () => void): void {
  const wasInTable = findEndOfTable(view.state.selection) !== undefined;
  view.dispatch(closeHistory(view.state.tr));
  paste();
  const tr = closeHistory(view.state.tr);
  const end = wasInTable ? undefined : findEndOfTable(tr.selection);
  if (end !== undefined) leaveTable(tr, end);
  view.dispatch(tr.scrollIntoView());
}

function pasteText(view: EditorView, text: string, { onMarkdown, ...options }: TakeOptions): void {
  const before = view.state;
  separately(view, () => view.pasteText(text));
  if (!isMarkdown(text)) return;
  const pasted = view.state.doc;
  onMarkdown(async () => {
    const { marked } = await import('marked');
    const html = await marked.parse(text, { gfm: true });
    // Text typed since the paste would be lost.
    if (view.isDestroyed || !view.state.doc.eq(pasted)) return;
    const range = before.doc.content.findDiffStart(pasted.content);
    const end = before.doc.content.findDiffEnd(pasted.content);
    if (range === null || !end) return;
    separately(view, () => {
      const { tr } = view.state;
      tr.replace(range, Math.max(end.b, range), before.doc.slice(range, Math.max(end.a, range)));
      tr.setSelection(Selection.near(tr.doc.resolve(Math.min(range, tr.doc.content.size))));
      view.dispatch(tr);
      pasteForeign(view, html, { onMarkdown, ...options });
    });
    view.focus();
  });
}

/** Browsers copy an image as a file and as HTML with one `img`. */
function isPictureAlone(html: string): boolean {
  if (!html) return true;
  const { body } = parseInert(html);
  return body.querySelectorAll('img').length === 1 && !/\S/.test(body.textContent ?? '');
}

function takeFiles(view: EditorView, files: File[], html: string, { uploads, onNotice }: PasteOptions): void {
  const pictures = files.filter(({ type, name }) => /^image\//.test(type) || /\.hei[cf]$/i.test(name));
  if (!uploads) {
    onNotice('This text cannot have pictures.');
    return;
  }
  if (pictures.length < files.length) onNotice('Only pictures can be added to the text.');
  const alt = html && parseInert(html).body.querySelector('img')?.getAttribute('alt');
  const images = pictures.map((file) => ({ waiting: uploads.add(file), alt: alt || null }));
  if (images.length > 0) separately(view, () => insertPictures(view, images));
}

/** Returns false if the text is too long. */
function pasteForeign(view: EditorView, html: string, { uploads, onNotice }: PasteOptions): boolean {
  let missing = 0;
  const placeOf: PictureResolver = ({ file, address }) => {
    if (uploads && file) return { waiting: uploads.add(file) };
    if (uploads && address && URL.canParse(address)) return { absent: new URL(address).host };
    missing += 1;
    return undefined;
  };
  const converted = convertPastedHtml(html, { embedOf: findEmbedOfAddress, placeOf });
  if ('problem' in converted) {
    onNotice(converted.problem);
    return false;
  }
  separately(view, () => view.pasteHTML(converted.html));
  const what = missing === 1 ? 'One picture was' : `${missing} pictures were`;
  const pictures = uploads
    ? `${what} not on the clipboard. Add pictures from Word as files.`
    : 'This text cannot have pictures.';
  const notices = [...(missing > 0 ? [pictures] : []), ...converted.notes.map((note) => `${note}.`)];
  if (notices.length > 0) onNotice(notices.join(' '));
  return true;
}
