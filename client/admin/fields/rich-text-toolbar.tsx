import { RichTextEditor as Editor } from '@mantine/tiptap';
import { IconMinus, IconSourceCode } from '@tabler/icons-react';

const icons = {
  codeBlock: () => <IconSourceCode size={16} stroke={1.6} />,
  rule: () => <IconMinus size={16} stroke={1.6} />,
};

/** Buttons for the formats that the server stores. */
export function RichTextToolbar() {
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
