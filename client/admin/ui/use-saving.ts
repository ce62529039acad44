import { useRef, useState } from 'react';
import { focusHeadingWhenLost } from './focus-heading.ts';
import { sayDone } from './say.ts';

interface Saving {
  /** 'The job was created.' */
  words: string;
  /** Fetches again what the screens show: `jobs.invalidate`. */
  refresh: () => Promise<void>;
  /** Where to go then. */
  onSaved: () => void;
}

/**
 * The options of a form's mutation: says that it is saved, leaves the form, fetches the lists again. `asForm` sends the
 * input as a multipart form; `progress` tells how much of it has gone, `stop` ends it.
 */
export function useSaving({ words, refresh, onSaved }: Saving) {
  const [progress, onProgress] = useState<number>();
  const ending = useRef<() => void>(undefined);
  const onBegin = (stop: () => void) => {
    ending.current = stop;
  };
  const onSuccess = () => {
    sayDone(words);
    onSaved();
    return refresh();
  };
  return {
    progress,
    stop: () => ending.current?.(),
    asJson: { onSuccess },
    asForm: { onSuccess, trpc: { context: { form: true, onProgress, onBegin } } },
  };
}

/** The options of a mutation that deletes: says so and fetches the lists again. */
export function removing(words: string, refresh: () => Promise<void>) {
  const onSuccess = () => {
    sayDone(words);
    // Not waited for: the dialog closes at once.
    void refresh().then(focusHeadingWhenLost);
  };
  return { onSuccess };
}
