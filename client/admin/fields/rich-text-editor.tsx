import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import './rich-text-editor.css';
import { RichTextEditor as Editor, Link } from '@mantine/tiptap';
import { IconMinus, IconSourceCode } from '@tabler/icons-react';
import { Mark } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect } from 'react';

export interface RichTextProps {
  /** The initial HTML. The editor ignores later values. */
  initial: string;
  /** Called with the HTML after each change, or with `''` when the text is empty. */
  onChange: (html: string) => void;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
}

// Superscript and subscript have no button, but pasted texts may contain them. Without these marks the editor
// would drop them silently.

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});

// Equal to the server's schema (src/shared/writing/schema.ts), so that nobody can write what the server would
// remove.
const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: false }),
  Link,
  Subscript,
  Superscript,
];

/** The editor. It is large and loaded on demand. */
export function RichTextEditor({ initial, onChange, labelId, describedBy, isInvalid }: RichTextProps) {
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  };
  const editor = useEditor({
    extensions,
    content: initial,
    // Inline styles would need a nonce. Our own file contains the editor's styles.
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes },
    onUpdate: ({ editor: written }) => onChange(written.isEmpty ? '' : written.getHTML()),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are made of these two
  useEffect(() => editor?.setOptions({ editorProps: { attributes } }), [editor, describedBy, isInvalid]);
  return (
    <Editor editor={editor} data-invalid={isInvalid || undefined} className="rich-text">
      <RichTextToolbar />
      <Editor.Content />
    </Editor>
  );
}

const icons = {
  codeBlock: () => <IconSourceCode size={16} stroke={1.6} />,
  rule: () => <IconMinus size={16} stroke={1.6} />,
};

/** Buttons for the formats that the server stores. */
function RichTextToolbar() {
  return (
    <Editor.Toolbar role="group" aria-label="Format">
      <Editor.ControlsGroup>
        <Editor.Bold />
        <Editor.Italic />
        <Editor.Underline />
        <Editor.Strikethrough />
        <Editor.Code />
        <Editor.ClearFormatting />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.H2 />
        <Editor.H3 />
        <Editor.H4 />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.BulletList />
        <Editor.OrderedList />
        <Editor.Blockquote />
        <Editor.CodeBlock icon={icons.codeBlock} />
        <Editor.Hr icon={icons.rule} />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.Link />
        <Editor.Unlink />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.Undo />
        <Editor.Redo />
      </Editor.ControlsGroup>
    </Editor.Toolbar>
  );
}
