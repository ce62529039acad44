import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import modalClasses from '../components/modal.module.css';

interface ChoiceModalProps {
  title: string;
  /** What is changed: '3 posts'. */
  question: string;
  label: string;
  /** The text of the button. */
  answer: string;
  options: readonly { value: string; label: string }[];
  isBusy: boolean;
  onAnswer: (value: string) => void;
  onClose: () => void;
}

/** A dialog that asks for one value. */
export function ChoiceModal(props: ChoiceModalProps) {
  const { title, question, label, answer, options, isBusy, onAnswer, onClose } = props;
  const [value, setValue] = useState(options[0]?.value ?? '');
  return (
    <Modal opened onClose={onClose} title={title} centered withCloseButton={false} classNames={modalClasses}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onAnswer(value);
        }}
      >
        <p className={modalClasses.question}>{question}</p>
        <NativeSelect
          label={label}
          data-autofocus
          mt="sm"
          value={value}
          data={[...options]}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {answer}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
