import { type FormEvent, use, useEffect, useRef, useState } from 'react';
import { PostedFormContext } from '../app/posted-form.ts';
import type { VisitorCall, VisitorForm } from '../../lib/visitor-calls.ts';
import { useNearness } from './use-nearness.ts';

interface FormState {
  /** Said when it has arrived. */
  sent?: string | undefined;
  failure?: { message: string; fields: Readonly<Record<string, string>> } | undefined;
  /** How much of it has been sent, 0 to 1; absent when nothing is on its way. */
  share?: number | undefined;
}

const noAnswer = {
  message: 'The server can not be reached. Check your connection and try again.',
  fields: {},
};

/**
 * Sends a form by the page's script, which is loaded when the form comes near, and keeps what was typed whatever happens.
 * Before that, and without it, the browser sends the form itself.
 */
export function useSiteForm(call: VisitorCall, id: number | undefined) {
  const posted = use(PostedFormContext);
  const [state, setState] = useState<FormState>({ sent: posted?.sent, failure: posted?.failure });
  const element = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const isSending = useRef(false);
  const moveFocus = useRef(false);
  const open = useOpening(call, id);
  useNearness(element, () => {
    open().catch(() => {});
  });

  const send = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    setState({ share: 0 });
    const opened = await open().catch(() => undefined);
    const answer = await opened?.send(fields, (share) => setState({ share }));
    if (answer && 'message' in answer) setState({ sent: answer.message });
    else setState({ failure: answer?.failure ?? noAnswer });
    moveFocus.current = true;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    send(event.currentTarget).finally(() => {
      isSending.current = false;
    });
  };

  useEffect(() => {
    if (!moveFocus.current || state.share !== undefined) return;
    moveFocus.current = false;
    const refused = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (refused ?? outcome.current)?.focus();
  });
  return { state, values: posted?.values ?? {}, element, outcome, onSubmit };
}

/** Loads what sends the form, once; after a failure the next try loads anew. */
function useOpening(call: VisitorCall, id: number | undefined): () => Promise<VisitorForm> {
  const opening = useRef<Promise<VisitorForm>>(undefined);
  return () => {
    opening.current ??= import('../../lib/visitor-calls.ts').then(({ openVisitorForm }) =>
      openVisitorForm(call, id),
    );
    opening.current.catch(() => {
      opening.current = undefined;
    });
    return opening.current;
  };
}
