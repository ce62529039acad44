import { flushSync } from 'react-dom';

/** Reports what is written: at the first change, after a rest, and when somebody needs it. */
export interface Output {
  changed(isUrgent: boolean): void;
  flush(): void;
}

const restMs = 300;

/** Reading a long text as HTML takes ten milliseconds, which is too long for each key. */
export function createOutput(read: () => string, report: (html: string) => void): Output {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    report(read());
  };
  return {
    changed: (isUrgent) => {
      // The form must know of unsaved words before the person can leave it.
      if (isFirst || isUrgent) {
        isFirst = false;
        send();
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(send, restMs);
    },
    flush: () => {
      if (timer !== undefined) flushSync(send);
    },
  };
}
