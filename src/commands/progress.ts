import { Presets, SingleBar } from 'cli-progress';

/** Shows how far a named step is, from 0 to 1. */
export interface ShowProgress {
  (step: string, part: number): void;
  /** Makes room for lines of text; the next step shows again. */
  pause(): void;
}

/** The part of the process's standard error that progress needs. */
type Output = NodeJS.WritableStream & { isTTY?: boolean };

/**
 * Runs an act and returns what it returns. How far it is stands on standard error: as a bar at a terminal, elsewhere as a line for each
 * quarter of a step, so that a file or a log stays readable.
 */
export async function withProgress<T>(
  act: (show: ShowProgress) => Promise<T>,
  output: Output = process.stderr,
): Promise<T> {
  const show = output.isTTY ? asBar(output) : asLines(output);
  try {
    return await act(show);
  } finally {
    show.pause();
  }
}

function asBar(stream: Output): ShowProgress {
  const format = '{step} [{bar}] {percentage} %';
  const bar = new SingleBar({ format, barsize: 30, hideCursor: true, stream }, Presets.legacy);
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
  return Object.assign(show, { pause });
}

function asLines(output: Output): ShowProgress {
  let last = '';
  const show = (step: string, part: number) => {
    const line = `${step}: ${Math.floor(Math.min(part, 1) * 4) * 25} %\n`;
    if (line !== last) output.write(line);
    last = line;
  };
  return Object.assign(show, { pause: () => {} });
}
