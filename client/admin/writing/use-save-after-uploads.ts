import type { Editor } from '@tiptap/react';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { SurroundingFormContext } from '../core/surrounding-form.ts';
import { findWaitingPictures } from './html.ts';
import type { DebouncedOutput } from './debounced-output.ts';
import type { PictureUploads } from './pictures/uploads.ts';

/** Why a save waits for uploads, or was cancelled. */
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
 * Before the form's submission, reports the latest text and waits for the text's uploads. Cancels the submission if
 * a picture is missing.
 */
export function useSaveAfterUploads({ editor, output, uploads }: SaveParts): SaveDelay | undefined {
  const surrounding = use(SurroundingFormContext);
  const [waiting, waitFor] = useState<SubmitEvent>();
  const [pending, setPending] = useState<SaveDelay>();
  const readWaiting = () => {
    const waiting = editor && uploads ? findWaitingPictures(editor.state.doc) : [];
    const isOnTheWay = ({ key }: { key: string }) => {
      const state = uploads?.get(key)?.state;
      return state === 'queued' || state === 'sending' || state === 'done';
    };
    // A picture pasted without a file needs one only for publication.
    const needed = waiting.filter((one) => isOnTheWay(one) || !one.isAbsent || uploads?.get(one.key));
    return { missing: needed.filter((one) => !isOnTheWay(one)), count: needed.length };
  };
  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (!editor || form !== surrounding?.element.current) return;
    output.flush();
    if (readWaiting().count === 0) {
      setPending(undefined);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    waitFor(event);
    continueSave(event);
  });
  const continueSave = useEffectEvent(({ target, submitter }: SubmitEvent) => {
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
      (target as HTMLFormElement).requestSubmit(submitter ?? undefined);
    }
  });
  const onChange = useEffectEvent(() => {
    if (waiting) continueSave(waiting);
    else if (pending && readWaiting().missing.length === 0) setPending(undefined);
  });
  useEffect(() => {
    // Before the form's own listener.
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
