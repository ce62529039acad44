import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import modalClasses from '../../components/modal.module.css';

interface MoveModalProps {
  /** The title of the row. */
  title: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onClose: () => void;
}

/** Asks for the new position of a row. */
export function MoveModal({ title, place, count, onMove, onClose }: MoveModalProps) {
  const [text, setText] = useState(String(place + 1));
  const [isWrong, setWrong] = useState(false);
  const wanted = Number(text);
  const isPlace = /^\d+$/.test(text.trim()) && wanted >= 1 && wanted <= count;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Move ${title}`}
      centered
      withCloseButton={false}
      classNames={modalClasses}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isPlace) onMove(wanted - 1);
          else setWrong(true);
        }}
      >
        <TextInput
          label="New position"
          description={`From 1 to ${count}. It is now at ${place + 1}.`}
          inputMode="numeric"
          data-autofocus
          value={text}
          error={isWrong && !isPlace && `Enter a number from 1 to ${count}.`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </Group>
      </form>
    </Modal>
  );
}
