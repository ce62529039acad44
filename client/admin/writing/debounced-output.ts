import { flushSync } from 'react-dom';

/** Reports the HTML at the first change, after a pause, and on `flush`. */
export interface Output {
  changed(isUrgent: boolean): void;
  flush(): void;
}

const restMs = 300;

/** Reports the HTML after a pause in typing. Serializing a long text takes 10 ms, which is too long after each key. */
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
      // The form must know about the change before the person can leave.
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
