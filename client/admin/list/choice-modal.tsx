import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { DialogForm, DialogText } from '../components/dialog.tsx';

interface ChoiceModalProps {
  title: string;
  /** For example '3 posts'. */
  question: string;
  label: string;
  answer: string;
  options: readonly { value: string; label: string }[];
  isBusy: boolean;
  /** Of a failed action, after which the dialog stays open. */
  failure?: ApiErrorInfo | undefined;
  onAnswer: (value: string) => void;
  onClose: () => void;
}

/** A dialog in which the person chooses one value for several rows. */
export function ChoiceModal(props: ChoiceModalProps) {
  const { title, question, label, answer, options, isBusy, failure, onAnswer, onClose } = props;
  const [value, setValue] = useState(options[0]?.value ?? '');
  return (
    <DialogForm
      title={title}
      isBusy={isBusy}
      failure={failure}
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
