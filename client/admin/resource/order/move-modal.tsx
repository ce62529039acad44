import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../../components/dialog.tsx';

interface MoveModalProps {
  /** The title of the row. */
  title: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onClose: () => void;
}

/** A dialog that asks for the new position of a row. `place` and the argument of `onMove` count from 0. */
export function MoveModal({ title, place, count, onMove, onClose }: MoveModalProps) {
  const [text, setText] = useState(String(place + 1));
  const [isWrong, setWrong] = useState(false);
  const wanted = Number(text);
  const isPlace = /^\d+$/.test(text.trim()) && wanted >= 1 && wanted <= count;
  return (
    <DialogForm
      title={`Move ${title}`}
      saveLabel="Move"
      onSubmit={() => (isPlace ? onMove(wanted - 1) : setWrong(true))}
      onClose={onClose}
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
    </DialogForm>
  );
}
