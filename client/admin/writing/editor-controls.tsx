import { type RefObject, useId, useState } from 'react';
import { ShortcutKeyList } from '../components/shortcut-keys.tsx';
import { Dialog } from '../components/dialog.tsx';
import { LazyMediaPicker } from '../library/library-button.tsx';
import type { BlockCommand } from './commands.ts';
import { insertAndEnter } from './insert-and-enter.ts';
import { shortcutHelp } from './editor-shortcuts.ts';
import { AddressDialog, LinkDialog } from './menus/link-dialog.tsx';
import { Notices, type NoticesProps } from './menus/notices.tsx';
import { type DeadLink, OutlinePanel, useFoundPictures, useTextFacts } from './menus/outline-panel.tsx';
import { SlashMenu } from './menus/slash-menu.tsx';
import { Toolbar } from './menus/toolbar.tsx';
import { useDeadLinks } from '../components/use-dead-links.ts';
import { VideoDialog } from './menus/video-dialog.tsx';
import { insertPictures } from './pictures/insert.ts';
import { chooseFiles, toLibraryPicture } from './pictures/uploads.ts';
import type { useFullScreen } from './use-full-screen.ts';
import type { WritingEditorState as Writing } from './use-writing-editor.ts';

export type EditorDialogName = 'link' | 'video' | 'action' | 'help' | 'library';

interface ToolsProps extends Omit<NoticesProps, 'editor' | 'deadLinks' | 'isOutlineOpen' | 'onOutline'> {
  writing: Writing;
  editor: NonNullable<Writing['editor']>;
  dialog: EditorDialogName | undefined;
  open: (dialog: EditorDialogName | undefined) => void;
  full: ReturnType<typeof useFullScreen>;
  toolbar: RefObject<HTMLDivElement | null>;
}

export function EditorControls(props: ToolsProps) {
  const { writing, editor, dialog, full, open, toolbar } = props;
  const { uploads, menuKeys } = writing;
  const [isOutlineOpen, openOutline] = useState(false);
  const facts = useTextFacts(editor);
  useFoundPictures(editor);
  const problemOf = useDeadLinks(facts.links.map(({ href }) => href));
  const deadLinks = facts.links.flatMap((link): DeadLink[] => {
    const problem = problemOf(link.href);
    return problem ? [{ ...link, problem }] : [];
  });
  const outlineId = useId();
  const close = () => {
    open(undefined);
    editor.commands.focus();
  };
  const addFiles = (isGallery: boolean) =>
    chooseFiles(true, (files) => {
      if (!uploads) return;
      const images = files.map((file) => ({ waiting: uploads.add(file) }));
      insertPictures(editor.view, images, isGallery && images.length > 1);
      editor.commands.focus();
    });
  const run = (command: BlockCommand) => {
    if (command.run) command.run(editor);
    else if (command.opens === 'files') addFiles(false);
    else if (command.opens === 'gallery files') addFiles(true);
    else if (command.opens) open(command.opens);
  };
  const hasPictures = uploads !== undefined;
  return (
    <>
      <Toolbar
        editor={editor}
        hasPictures={hasPictures}
        isOutlineOpen={isOutlineOpen}
        isFull={full?.isFull ?? false}
        bar={toolbar}
        onCommand={run}
        onLink={() => open('link')}
        onHelp={() => open('help')}
        onOutline={() => openOutline(!isOutlineOpen)}
        onFull={full?.toggle}
      />
      {isOutlineOpen && <OutlinePanel editor={editor} facts={facts} deadLinks={deadLinks} id={outlineId} />}
      <SlashMenu editor={editor} hasPictures={hasPictures} menuKeys={menuKeys} onCommand={run} />
      <Notices
        {...props}
        deadLinks={deadLinks}
        isOutlineOpen={isOutlineOpen}
        onOutline={() => openOutline(true)}
      />
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => open(undefined)} />}
      {dialog === 'video' && <VideoDialog editor={editor} onClose={() => open(undefined)} />}
      {dialog === 'library' && uploads && (
        <LazyMediaPicker
          opened
          multiple
          onClose={close}
          onPick={(items) => {
            open(undefined);
            const pictures = items.map(toLibraryPicture);
            for (const picture of pictures) uploads.remember(picture);
            insertPictures(
              editor.view,
              pictures.map(({ id, alt }) => ({ media: id, alt })),
            );
            editor.commands.focus();
          }}
        />
      )}
      {dialog === 'help' && <KeysDialog onClose={close} />}
      {dialog === 'action' && (
        <AddressDialog
          title="Button"
          initial=""
          needsText
          answer="Add"
          onClose={close}
          onAnswer={(href, text) => {
            open(undefined);
            const content = [{ type: 'text', text: text || href }];
            insertAndEnter(editor, { type: 'action', attrs: { href }, content });
          }}
        />
      )}
    </>
  );
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keys" withCloseButton>
      <ShortcutKeyList shortcuts={shortcutHelp.map(([keys, label]) => ({ keys, label }))} />
    </Dialog>
  );
}
