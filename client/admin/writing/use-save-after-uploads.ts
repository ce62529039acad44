import type { Editor } from '@tiptap/react';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { SurroundingFormContext } from '../core/surrounding-form.ts';
import { findWaitingPictures } from './html.ts';
import type { DebouncedOutput } from './debounced-output.ts';
import type { PictureUploads } from './pictures/uploads.ts';

/** The message about a save that waits for uploads, or that was cancelled because a picture is missing. */
export interface SaveDelay {
  message: string;
  isProblem: boolean;
}

interface SaveParts {
  editor: Editor | null;
  output: DebouncedOutput;
  uploads: PictureUploads | undefined;
}

/**
 * Reports the latest text before the surrounding form is submitted. Delays the submission until the pictures of the
 * text are uploaded. Cancels the submission if a picture is missing, for example because its upload has failed. Returns
 * the message about the delay or the cancellation, or undefined if there is none.
 */
export function useSaveAfterUploads({ editor, output, uploads }: SaveParts): SaveDelay | undefined {
  const surrounding = use(SurroundingFormContext);
  const [waitingForm, waitFor] = useState<HTMLFormElement>();
  const [pending, setPending] = useState<SaveDelay>();
  const readWaiting = () => {
    const waiting = editor && uploads ? findWaitingPictures(editor.state.doc) : [];
    const isOnTheWay = ({ key }: { key: string }) => {
      const state = uploads?.get(key)?.state;
      return state === 'queued' || state === 'sending' || state === 'done';
    };
    // A picture that was pasted without a file and has no upload does not delay the submission. The file is required
    // only for publication.
    const needed = waiting.filter((one) => isOnTheWay(one) || !one.isAbsent || uploads?.get(one.key));
    return { missing: needed.filter((one) => !isOnTheWay(one)), count: needed.length };
  };
  const onSubmit = useEffectEvent((event: Event) => {
    const form = event.target as HTMLFormElement;
    if (!editor || form !== surrounding?.element.current) return;
    output.flush();
    if (readWaiting().count === 0) {
      setPending(undefined);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    waitFor(form);
    continueSave(form);
  });
  const continueSave = useEffectEvent((form: HTMLFormElement) => {
    if (!editor) return;
    const { missing, count } = readWaiting();
    if (missing[0]) {
      waitFor(undefined);
      setPending({ message: `Not saved: ${missingWords(missing.length)}`, isProblem: true });
      editor.chain().setNodeSelection(missing[0].position).focus().scrollIntoView().run();
    } else if (count > 0) {
      const what = count === 1 ? 'one picture is' : `${count} pictures are`;
      setPending({ message: `Saving as soon as ${what} uploaded.`, isProblem: false });
    } else {
      waitFor(undefined);
      setPending(undefined);
      output.flush();
      form.requestSubmit();
    }
  });
  const onChange = useEffectEvent(() => {
    if (waitingForm) continueSave(waitingForm);
    else if (pending && readWaiting().missing.length === 0) setPending(undefined);
  });
  useEffect(() => {
    // This listener must run before the form's own listener.
    document.addEventListener('submit', onSubmit, true);
    return () => document.removeEventListener('submit', onSubmit, true);
  }, []);
  useEffect(() => {
    if (!editor) return;
    editor.on('update', onChange);
    const leave = uploads?.subscribe(onChange);
    return () => {
      editor.off('update', onChange);
      leave?.();
    };
  }, [editor, uploads]);
  return pending;
}

function missingWords(count: number): string {
  return count === 1
    ? 'one picture is missing. Choose a file for it, or remove it.'
    : `${count} pictures are missing. Choose files for them, or remove them.`;
}
