import { Button, Group, Modal, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { embedAt } from '../../../../src/shared/writing/embeds.ts';
import modalClasses from '../../components/modal.module.css';
import { insertAndEnter } from '../insert-and-enter.ts';

/** Adds a card that loads the video only after a click. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const [isTried, setTried] = useState(false);
  const embed = embedAt(address.trim());
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
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) add();
  };
  return (
    <Modal opened onClose={close} title="Video" centered withCloseButton={false} classNames={modalClasses}>
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
        onKeyDown={addOnEnter}
      />
      <TextInput
        mt="sm"
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={addOnEnter}
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button onClick={add}>Add</Button>
      </Group>
    </Modal>
  );
}
