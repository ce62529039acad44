import '../../styles/prose.css';
import './writing.css';
import './menus/menus.css';
import './menus/panels.css';
import './pictures/pictures.css';
import { EditorContent } from '@tiptap/react';
import { useRef, useState } from 'react';
import { BlockBar } from './menus/block-bar.tsx';
import type { EditorActions } from './editor-shortcuts.ts';
import { describeLength, useTextFacts } from './menus/outline-panel.tsx';
import { usePictureLibrary } from './pictures/uploads.ts';
import { type EditorDialogName, EditorControls } from './editor-controls.tsx';
import { useSaveAfterUploads } from './use-save-after-uploads.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useWritingEditor, type WritingEditorState as Writing } from './use-writing-editor.ts';

const placeholder = 'Write here, or type / for a list of blocks';

export interface WritingProps {
  /** Later values are ignored. */
  initial: string;
  /** `''` when the text is empty. */
  onChange: (html: string) => void;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  hasPictures?: boolean;
}

export function WritingEditor(props: WritingProps) {
  const { initial, onChange, labelId, describedBy, isInvalid, hasPictures = false } = props;
  const library = usePictureLibrary();
  const [dialog, open] = useState<EditorDialogName>();
  const [notice, setNotice] = useState('');
  const [markdown, setMarkdown] = useState<{ format: () => Promise<void> }>();
  const toolbar = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const focusIn = (place: HTMLElement | null) => {
    const stop = place?.querySelector<HTMLElement>('[tabindex="0"]');
    (stop ?? place?.querySelector<HTMLElement>('input:not(:disabled), select, button'))?.focus();
  };
  const full = useFullScreen();
  const actions: EditorActions = {
    link: () => open('link'),
    help: () => open('help'),
    leave: () => full?.leave(),
    block: () => focusIn(bar.current),
    tools: () => focusIn(bar.current ?? toolbar.current),
  };
  const writing = useWritingEditor({
    initial,
    onChange,
    actions,
    onNotice: setNotice,
    library: hasPictures ? library : undefined,
    onMarkdown: (format) => setMarkdown({ format }),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      dir: 'auto',
      'aria-placeholder': placeholder,
      class: 'prose',
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
    },
  });
  const { editor, isReady } = writing;
  const pending = useSaveAfterUploads(writing);
  return (
    <div className="writing" data-invalid={isInvalid || undefined}>
      {editor && isReady && (
        <EditorControls
          writing={writing}
          pending={pending}
          dialog={dialog}
          open={open}
          toolbar={toolbar}
          notice={notice}
          setNotice={setNotice}
          markdown={markdown}
          setMarkdown={setMarkdown}
          editor={editor}
          full={full}
        />
      )}
      <EditorContent editor={editor} />
      {editor && isReady && <BlockBar editor={editor} bar={bar} />}
      {editor && <Foot editor={editor} />}
    </div>
  );
}

function Foot({ editor }: { editor: NonNullable<Writing['editor']> }) {
  return <p className="writing-foot">{describeLength(useTextFacts(editor))}</p>;
}
