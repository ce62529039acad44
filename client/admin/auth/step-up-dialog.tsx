import { use, useEffect, useState } from 'react';
import type { AskForProof } from '../../api/links.ts';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { StepUpContext } from '../core/admin-context.ts';

type Methods = Parameters<AskForProof>[0];

const StepUpModal = lazyDialog({
  name: 'the confirmation',
  load: () => import('./step-up-modal.tsx').then((file) => file.StepUpModal),
  onClose: ({ onAnswer }) => onAnswer(false),
});

interface Question {
  methods: Methods;
  answer(isConfirmed: boolean): void;
}

/** Further calls wait for the result of the open dialog. */
export function StepUpDialog() {
  const proof = use(StepUpContext);
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let pending: Promise<boolean> | undefined;
    proof.ask = (methods) => {
      pending ??= new Promise<boolean>((resolve) => {
        const answer = (isConfirmed: boolean) => {
          pending = undefined;
          setQuestion(undefined);
          resolve(isConfirmed);
        };
        setQuestion({ methods, answer });
      });
      return pending;
    };
  }, [proof]);
  if (!question) return null;
  return <StepUpModal methods={question.methods} onAnswer={question.answer} />;
}
