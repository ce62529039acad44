import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin } from '@tiptap/pm/state';

/** Returns true if the editor must not handle the key too. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

export interface EditorActions {
  link(): void;
  tools(): void;
  block(): void;
  help(): void;
  /** Leaves full screen. Called on Escape if nothing else in the editor has handled the key. */
  leave(): void;
}

interface ShortcutOptions {
  act: (name: keyof EditorActions) => void;
  onMenuKey: KeyHandler;
}

/** The shortcuts that Tiptap does not have. An open slash menu receives each key first. */
export const EditorShortcuts = Extension.create<ShortcutOptions>({
  name: 'shortcuts',
  priority: 1000,
  addOptions: () => ({ act: () => {}, onMenuKey: () => false }),
  addKeyboardShortcuts() {
    const { act } = this.options;
    const open = (name: keyof EditorActions) => () => {
      act(name);
      return true;
    };
    return {
      'Mod-k': open('link'),
      'Alt-F10': open('tools'),
      'Mod-/': open('help'),
      'Mod-,': () => this.editor.commands.toggleMark('subscript'),
      'Mod-.': () => this.editor.commands.toggleMark('superscript'),
      'Mod-Shift-Space': () => this.editor.commands.insertContent('\u00a0'),
      'Mod-Shift-9': () => this.editor.commands.toggleBlockquote(),
      Enter: () => {
        const { selection } = this.editor.state;
        if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
        if (!/^(?:picture|image|gallery)$/.test(selection.node.type.name)) return false;
        act('block');
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    const { onMenuKey } = this.options;
    return [new Plugin({ props: { handleKeyDown: (_view, event) => onMenuKey(event) } })];
  },
});

/** The low priority lets menus and tables handle Escape first. */
export const FullScreenEscape = Extension.create<Pick<ShortcutOptions, 'act'>>({
  name: 'lastEscape',
  priority: 1,
  addOptions: () => ({ act: () => {} }),
  addKeyboardShortcuts() {
    return {
      Escape: () => {
        this.options.act('leave');
        return true;
      },
    };
  },
});

export const shortcutHelp: readonly (readonly [keys: string, label: string])[] = [
  ['mod+K', 'Link'],
  ['mod+B', 'Bold'],
  ['mod+I', 'Italic'],
  ['mod+U', 'Underline'],
  ['mod+E', 'Code'],
  ['mod+,', 'Subscript'],
  ['mod+.', 'Superscript'],
  ['mod+alt+2', 'Heading 2, 3 or 4'],
  ['mod+shift+7', 'Ordered list'],
  ['mod+shift+8', 'Bullet list'],
  ['mod+shift+9', 'Quote'],
  ['mod+shift+Space', 'Non-breaking space'],
  ['/', 'Add a block, on an empty line'],
  ['alt+F10', 'Tools'],
  ['mod+shift+V', 'Paste as plain text'],
  ['mod+Z', 'Undo'],
];
