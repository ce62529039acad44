import { Presets, SingleBar } from 'cli-progress';

export interface ShowProgress {
  (step: string, part: number): void;
  /** Ends the line of the bar, so that text can be printed. */
  pause(): void;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** A bar on a terminal; elsewhere one line per quarter of a step, which keeps logs short. */
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
