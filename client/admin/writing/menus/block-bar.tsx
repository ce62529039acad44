import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { keepCaretAbove } from '../../core/kept-caret.ts';
import {
  ContextBarButton,
  ContextBarSelect,
  AltTextField,
  ContextBarTextField,
} from './context-bar-fields.tsx';
import { TableMenu } from './table-menu.tsx';

interface BlockBarProps {
  editor: Editor;
  bar: Ref<HTMLDivElement>;
}

interface ShownBlock {
  name: string;
  position: number;
  node: Node;
}

const withBar = new Set(['picture', 'gallery', 'image', 'table', 'callout', 'codeBlock', 'action', 'embed']);
const names: Readonly<Record<string, string>> = {
  picture: 'Picture',
  gallery: 'Gallery',
  image: 'Picture in the gallery',
  table: 'Table',
  callout: 'Box',
  codeBlock: 'Code block',
  action: 'Button',
  embed: 'Video',
};

/** Returns the innermost block with settings that is selected or contains the caret. */
function blockIn(editor: Editor): ShownBlock | null {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection && withBar.has(selection.node.type.name)) {
    return { name: selection.node.type.name, position: selection.from, node: selection.node };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (withBar.has(node.type.name)) return { name: node.type.name, position: $from.before(depth), node };
  }
  return null;
}

/** At the bottom of the editor, so that it covers no line beside the block and moves none. */
export function BlockBar({ editor, bar }: BlockBarProps) {
  const own = useRef<HTMLDivElement>(null);
  const block = useEditorState({
    editor,
    selector: ({ editor: shown }) => blockIn(shown),
    equalityFn: (one, other) => one?.position === other?.position && one?.node === other?.node,
  });
  const isShown = block !== null;
  useEffect(() => (isShown ? keepCaretAbove(own.current!) : undefined), [isShown]);
  if (!block) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Enter would submit the surrounding form.
      event.preventDefault();
      if (!event.nativeEvent.isComposing) editor.view.focus();
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    editor.view.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div
      ref={(element) => {
        own.current = element;
        if (typeof bar === 'function') bar(element);
        else if (bar) bar.current = element;
      }}
      className="writing-bar"
      role="group"
      aria-label={names[block.name]}
      onKeyDown={onKeyDown}
    >
      <BlockSettings key={block.position} editor={editor} block={block} />
    </div>
  );
}

function BlockSettings({ editor, block }: { editor: Editor; block: ShownBlock }) {
  const { name, position, node } = block;
  const set = (key: string, value: unknown) =>
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, key, value));
  const remove = () => {
    editor.view.dispatch(editor.state.tr.delete(position, position + node.nodeSize).scrollIntoView());
    editor.view.focus();
  };
  const removal = <ContextBarButton label="Remove" onClick={remove} />;
  switch (name) {
    case 'picture':
      return (
        <>
          <AltTextField editor={editor} position={position + 1} alt={node.firstChild?.attrs.alt ?? null} />
          <ContextBarSelect
            label="Width"
            value={node.attrs.width}
            options={{ text: 'As wide as the text', wide: 'Wide', full: 'Full width' }}
            onChange={(width) => set('width', width)}
          />
          {removal}
        </>
      );
    case 'image':
      return (
        <>
          <AltTextField editor={editor} position={position} alt={node.attrs.alt} />
          {removal}
        </>
      );
    case 'callout':
      return (
        <>
          <ContextBarSelect
            label="Kind"
            value={node.attrs.kind}
            options={{ note: 'Note', tip: 'Tip', warning: 'Warning' }}
            onChange={(kind) => set('kind', kind)}
          />
          {removal}
        </>
      );
    case 'codeBlock':
      return (
        <ContextBarTextField
          label="Language"
          value={node.attrs.language ?? ''}
          placeholder="sh, ts, html"
          onChange={(language) =>
            set('language', language.toLowerCase().replaceAll(/[^a-z\d+#.-]/g, '') || null)
          }
        />
      );
    case 'table':
      return (
        <>
          <TableMenu editor={editor} />
          <ContextBarTextField
            label="Caption"
            value={node.attrs.caption}
            onChange={(caption) => set('caption', caption)}
          />
        </>
      );
    case 'action':
      return (
        <>
          <ContextBarTextField
            label="Address"
            value={node.attrs.href}
            onChange={(href) => set('href', href)}
          />
          {removal}
        </>
      );
    default:
      return removal;
  }
}
