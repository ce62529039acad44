import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { findEmbedOfAddress } from '../../../../src/shared/writing/links-and-embeds.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { insertAndEnter } from '../insert-and-enter.ts';

/** Inserts a card, which loads the video only after a click. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const [isTried, setTried] = useState(false);
  const embed = findEmbedOfAddress(address.trim());
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const add = () => {
    if (!embed) return setTried(true);
    onClose();
    const caption = {
      type: 'caption',
      ...(title.trim() && { content: [{ type: 'text', text: title.trim() }] }),
    };
    insertAndEnter(editor, { type: 'embed', attrs: { embed }, content: [caption] });
  };
  return (
    <DialogForm title="Video" saveLabel="Add" onSubmit={add} onClose={close}>
      <TextInput
        data-autofocus
        label="Address of the video"
        description="At YouTube or Vimeo"
        value={address}
        error={isTried && !embed && 'This is no address of a video at YouTube or Vimeo.'}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setTried(false);
        }}
      />
      <TextInput label="Title" value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
    </DialogForm>
  );
}
