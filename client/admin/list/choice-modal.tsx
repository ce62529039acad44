import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { DialogForm, DialogText } from '../components/dialog.tsx';

interface ChoiceModalProps {
  title: string;
  /** For example '3 posts'. */
  question: string;
  label: string;
  answer: string;
  options: readonly { value: string; label: string }[];
  isBusy: boolean;
  onAnswer: (value: string) => void;
  onClose: () => void;
}

/** A dialog in which the person chooses one value for several rows. */
export function ChoiceModal(props: ChoiceModalProps) {
  const { title, question, label, answer, options, isBusy, onAnswer, onClose } = props;
  const [value, setValue] = useState(options[0]?.value ?? '');
  return (
    <DialogForm
      title={title}
      isBusy={isBusy}
      saveLabel={answer}
      busyLabel={answer}
      onSubmit={() => onAnswer(value)}
      onClose={onClose}
    >
      <DialogText>{question}</DialogText>
      <NativeSelect
        label={label}
        data-autofocus
        value={value}
        data={[...options]}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
