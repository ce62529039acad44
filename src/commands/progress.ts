import { SingleBar } from 'cli-progress';

/** Shows how far a named step is, from 0 to 1. */
export interface ShowProgress {
  (step: string, part: number): void;
  /** Makes room for lines of text; the next step shows again. */
  pause(): void;
}

/** Runs an act with a bar on the terminal; where there is none nothing is shown. */
export async function withProgress(act: (show: ShowProgress) => Promise<void>): Promise<void> {
  const bar = new SingleBar({ format: '{step} [{bar}] {percentage} %', barsize: 30, hideCursor: true });
  let isShown = false;
  const pause = () => {
    if (isShown) bar.stop();
    isShown = false;
  };
  const show = (step: string, part: number) => {
    if (!isShown) bar.start(1, part, { step });
    isShown = true;
    bar.update(part, { step });
  };
  try {
    await act(Object.assign(show, { pause }));
  } finally {
    pause();
  }
}
