import { Button, Group, Modal } from '@mantine/core';
import type { ApiErrorInfo } from '../../api/errors.ts';
import classes from './components.module.css';
import { ErrorAlert } from './error-alert.tsx';

interface ConfirmModalProps {
  isOpen: boolean;
  title: string;
  question: string;
  /** The label of the button that confirms. */
  answer: string;
  busyAnswer: string;
  isBusy: boolean;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** The error of the action. The dialog stays open. */
  failure?: ApiErrorInfo | undefined;
  onAnswer: () => void;
  onClose: () => void;
}

/**
 * A dialog with one question. The safe answer has the focus. After closing, the focus returns to the previous
 * element.
 */
export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, question, answer, busyAnswer, isBusy, isDangerous, failure, onAnswer, onClose } =
    props;
  const closeUnlessBusy = () => {
    if (!isBusy) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={closeUnlessBusy}
      title={title}
      centered
      withCloseButton={false}
      classNames={classes}
    >
      <p className={classes.question}>{question}</p>
      {failure && <ErrorAlert failure={failure} />}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={isDangerous ? 'signal' : 'pine'}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : onAnswer}
        >
          {isBusy ? busyAnswer : answer}
        </Button>
      </Group>
    </Modal>
  );
}
