import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { parseApiError } from '../../api/errors.ts';
import { DialogForm, DialogText } from './dialog.tsx';

/** Below a question about moving rows to the trash. */
export const trashNote = 'The trash keeps a copy for 30 days.';

interface Question {
  title: string;
  question: string;
  note?: ReactNode;
  /** The label of the button that confirms. Absent if there is only something to read. */
  answer?: string | undefined;
  busyAnswer: string;
  isDangerous?: boolean;
  /** Another button, before Cancel. */
  action?: ((close: () => void) => ReactNode) | undefined;
  /** If it fails, the dialog stays open and shows the error. */
  run: () => unknown;
}

const noQuestion: Question = { title: '', question: '', busyAnswer: '', run: () => undefined };

const AskContext = createContext<((question: Question) => void) | null>(null);

/** @throws {Error} outside `AskProvider` */
export function useAsk() {
  const ask = use(AskContext);
  if (!ask) throw new Error('useAsk needs AskProvider around it');
  return ask;
}

/** Cancel has the focus first. After the dialog, the focus returns to where it was. */
export function AskProvider({ children }: { children: ReactNode }) {
  // Kept while the dialog fades out. The closed dialog is there before the first question, because Mantine returns the
  // focus only from a dialog that was closed before.
  const [question, setQuestion] = useState<Question>(noQuestion);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const act = useMutation({ mutationFn: async ({ run }: Question) => await run(), onSuccess: close });
  const ask = (next: Question) => {
    act.reset();
    setQuestion(next);
    setOpen(true);
  };
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question belongs to the page on which it was asked
  useEffect(() => close, [key]);
  return (
    <AskContext value={ask}>
      {children}
      <DialogForm
        isOpen={isOpen}
        title={question.title}
        failure={act.error ? parseApiError(act.error) : undefined}
        isBusy={act.isPending}
        saveLabel={question.answer}
        cancelLabel={question.answer === undefined ? 'Close' : undefined}
        busyLabel={question.busyAnswer}
        isQuestion
        isDangerous={question.isDangerous}
        action={question.action?.(close)}
        onSubmit={() => act.mutate(question)}
        onClose={close}
      >
        <DialogText>{question.question}</DialogText>
        {typeof question.note === 'string' ? <DialogText>{question.note}</DialogText> : question.note}
      </DialogForm>
    </AskContext>
  );
}
