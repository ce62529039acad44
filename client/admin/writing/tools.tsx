import { Button, Modal } from '@mantine/core';
import { lazy, type RefObject, Suspense, useId, useState } from 'react';
import { Keys } from '../components/keys.tsx';
import modalClasses from '../components/modal.module.css';
import { type BlockCommand, insertAndEnter } from './commands.ts';
import { editorKeys } from './editor-keys.ts';
import { BlockBar } from './menus/block-bar.tsx';
import { AddressDialog, LinkDialog } from './menus/link-dialog.tsx';
import { Outline, useTextFacts } from './menus/outline.tsx';
import { SlashMenu } from './menus/slash-menu.tsx';
import { Toolbar } from './menus/toolbar.tsx';
import { VideoDialog } from './menus/video-dialog.tsx';
import { insertPictures } from './pictures/insert.ts';
import { chooseFiles } from './pictures/uploads.ts';
import { toLibraryPicture } from './pictures/use-picture-library.ts';
import { useFullScreen } from './use-full-screen.ts';
import type { PendingSave } from './use-pending-save.ts';
import type { WritingEditor as Writing } from './use-writing-editor.ts';

const MediaPicker = lazy(() =>
  import('../library/media-picker.tsx').then((file) => ({ default: file.MediaPicker })),
);

export type Dialog = 'link' | 'video' | 'action' | 'help' | 'library';

interface ToolsProps {
  writing: Writing;
  editor: NonNullable<Writing['editor']>;
  pending: PendingSave | undefined;
  dialog: Dialog | undefined;
  open: (dialog: Dialog | undefined) => void;
  toolbar: RefObject<HTMLDivElement | null>;
  bar: RefObject<HTMLDivElement | null>;
  notice: string;
  setNotice: (notice: string) => void;
  markdown: { format: () => Promise<void> } | undefined;
  setMarkdown: (markdown: undefined) => void;
}

/** Everything around the text that acts on it. */
export function Tools(props: ToolsProps) {
  const { writing, editor, pending, dialog, open, toolbar, bar } = props;
  const { uploads, menuKeys } = writing;
  const [isOutlineOpen, openOutline] = useState(false);
  const facts = useTextFacts(editor);
  const full = useFullScreen(editor.view.dom);
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
        {...{ editor, hasPictures, isOutlineOpen }}
        isFull={full.isFull}
        bar={toolbar}
        onCommand={run}
        onLink={() => open('link')}
        onHelp={() => open('help')}
        onOutline={() => openOutline(!isOutlineOpen)}
        onFull={editor.view.dom.closest('form') ? full.toggle : undefined}
      />
      {isOutlineOpen && <Outline editor={editor} facts={facts} id={outlineId} />}
      <BlockBar editor={editor} bar={bar} />
      <SlashMenu {...{ editor, hasPictures, menuKeys }} onCommand={run} />
      <Notices {...props} pending={pending} />
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => open(undefined)} />}
      {dialog === 'video' && <VideoDialog editor={editor} onClose={() => open(undefined)} />}
      {dialog === 'library' && uploads && (
        <Suspense>
          <MediaPicker
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
        </Suspense>
      )}
      {dialog === 'help' && <KeysDialog onClose={close} />}
      {dialog === 'action' && (
        <AddressDialog
          title="Button"
          initial=""
          needsWords
          answer="Add"
          onClose={close}
          onAnswer={(href, words) => {
            open(undefined);
            const text = [{ type: 'text', text: words || href }];
            insertAndEnter(editor, { type: 'action', attrs: { href }, content: text });
          }}
        />
      )}
    </>
  );
}

function Notices({ editor, pending, notice, setNotice, markdown, setMarkdown }: ToolsProps) {
  return (
    <div className="writing-notices" role="status">
      {pending && <p data-problem={pending.isProblem || undefined}>{pending.message}</p>}
      {notice && (
        <p>
          {notice}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setNotice('')}>
            Close
          </Button>
        </p>
      )}
      {markdown && (
        <p>
          This looks like Markdown.{' '}
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              setMarkdown(undefined);
              void markdown.format();
            }}
          >
            Paste as formatted text
          </Button>{' '}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setMarkdown(undefined);
              editor.commands.focus();
            }}
          >
            Leave as it is
          </Button>
        </p>
      )}
    </div>
  );
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" centered classNames={modalClasses}>
      <dl className="writing-keys">
        {editorKeys.map(([keys, label]) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
