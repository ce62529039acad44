import type { Extensions } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import { type Editor, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { toStoredLink } from '../../../src/shared/writing/links-and-embeds.ts';
import { SurroundingFormContext } from '../core/surrounding-form.ts';
import { createDebouncedOutput, type DebouncedOutput } from './debounced-output.ts';
import {
  type EditorActions,
  EditorShortcuts,
  FullScreenEscape,
  type KeyHandler,
} from './editor-shortcuts.ts';
import { findWaitingPictures, htmlOf } from './html.ts';
import { AttributedQuote, Callout, CallToAction, Caption, Embed } from './nodes/blocks.ts';
import { Gallery, Image, Picture } from './nodes/pictures.ts';
import { Code, Document, Item, Places, Subscript, Superscript, TextDirection } from './nodes/standard.ts';
import { Table, TableCell, TableHeader, TableRow } from './nodes/tables.ts';
import { Paste, type PasteOptions } from './paste/paste.ts';
import { createPictureUploads, type PictureLibrary, type PictureUploads } from './pictures/uploads.ts';

function extensionsFor(options: PasteOptions): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      document: false,
      code: false,
      link: false,
      listItem: false,
    }),
    Link.configure({
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => toStoredLink(address) !== undefined,
    }),
    ...[Document, Item, Code, Subscript, Superscript, TextDirection, Places],
    ...[Table, TableRow, TableHeader, TableCell],
    ...[AttributedQuote, Callout, CallToAction, Embed, Caption],
    ...[Image.configure({ uploads: options.uploads }), Picture, Gallery],
    Paste.configure(options),
  ];
}

interface WritingOptions {
  initial: string;
  attributes: Record<string, string>;
  /** Undefined if the text cannot have pictures. */
  library: PictureLibrary | undefined;
  onChange: (html: string) => void;
  onNotice: (message: string) => void;
  onMarkdown: (format: () => Promise<void>) => void;
  actions: EditorActions;
}

export interface WritingEditorState {
  editor: Editor | null;
  /** Whether the editor's DOM can be read. */
  isReady: boolean;
  output: DebouncedOutput;
  uploads: PictureUploads | undefined;
  /** The slash menu's, called before the editor's own. */
  menuKeys: { current: KeyHandler | undefined };
}

export function useWritingEditor(options: WritingOptions): WritingEditorState {
  const { initial, attributes, library } = options;
  const onChange = useEffectEvent(options.onChange);
  const onNotice = useEffectEvent(options.onNotice);
  const onMarkdown = useEffectEvent(options.onMarkdown);
  const act = useEffectEvent((name: keyof EditorActions) => options.actions[name]());
  const [parts] = useState(() => {
    const uploads = library && createPictureUploads(library);
    const menuKeys: WritingEditorState['menuKeys'] = { current: undefined };
    return { uploads, menuKeys, editor: undefined as Editor | undefined };
  });
  const { uploads, menuKeys } = parts;
  const [output] = useState(() =>
    createDebouncedOutput(
      () => (parts.editor ? htmlOf(parts.editor.state.doc) : initial),
      (html) => onChange(html),
    ),
  );
  const form = use(SurroundingFormContext);
  const onChanged = useEffectEvent(() => output.changed(form?.isSubmitting ?? false));
  const onMenuKey: KeyHandler = (event) => menuKeys.current?.(event) ?? false;
  const [isReady, setReady] = useState(false);
  const editor = useEditor({
    extensions: [
      ...extensionsFor({
        uploads,
        onNotice: (message) => onNotice(message),
        onMarkdown: (format) => onMarkdown(format),
      }),
      EditorShortcuts.configure({ act: (name: keyof EditorActions) => act(name), onMenuKey }),
      FullScreenEscape.configure({ act: (name: keyof EditorActions) => act(name) }),
    ],
    content: initial,
    // Markdown is for typing. Pasted text keeps each letter.
    enablePasteRules: false,
    // The content security policy forbids injected styles, so `writing.css` has them.
    injectCSS: false,
    editorProps: { attributes },
    onCreate: ({ editor: created }) => {
      parts.editor = created;
    },
    onUpdate: ({ editor: written, transaction }) => {
      parts.editor = written;
      if (!transaction.docChanged) return;
      onChanged();
    },
    onBlur: () => output.flush(),
  });
  useEffect(() => {
    if (!editor) return;
    const markReady = () => setReady(true);
    // The `create` event can fire before this effect runs.
    if (editor.isInitialized) markReady();
    else editor.on('create', markReady);
    return () => {
      editor.off('create', markReady);
    };
  }, [editor]);
  const key = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with the attributes
  useEffect(() => editor?.setOptions({ editorProps: { attributes } }), [editor, key]);
  useFinishedUploads(editor, uploads);
  useEffect(() => () => uploads?.close(), [uploads]);
  useEffect(() => {
    window.addEventListener('pagehide', output.flush);
    return () => window.removeEventListener('pagehide', output.flush);
  }, [output]);
  return { editor, isReady, output, uploads, menuKeys };
}

/** Sets the library id of each uploaded picture, outside the undo history. */
function useFinishedUploads(editor: Editor | null, uploads: PictureUploads | undefined): void {
  const finish = useEffectEvent(() => {
    if (!editor || editor.isDestroyed || !uploads) return;
    const { tr } = editor.state;
    for (const { key, position } of findWaitingPictures(editor.state.doc)) {
      const picture = uploads.get(key)?.item;
      if (!picture) continue;
      tr.setNodeAttribute(position, 'media', picture.id);
      tr.setNodeAttribute(position, 'waiting', null).setNodeAttribute(position, 'absent', null);
      const { alt } = tr.doc.nodeAt(position)!.attrs;
      if (alt === null && picture.alt !== null) tr.setNodeAttribute(position, 'alt', picture.alt);
    }
    if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
  });
  useEffect(() => {
    if (!editor || !uploads) return;
    const leave = uploads.subscribe(finish);
    // Undo can restore a picture whose upload has finished since.
    editor.on('update', finish);
    return () => {
      leave();
      editor.off('update', finish);
    };
  }, [editor, uploads]);
}
