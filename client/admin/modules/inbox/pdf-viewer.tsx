import { Loader } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { maxPdfMs, maxPdfPages, openPdf, type PdfOutcome, type PdfProblem } from './open-pdf.ts';
import classes from './pdf-viewer.module.css';

interface PdfViewerProps {
  name: string;
  path: string;
  /** Another file is shown instead. */
  onReplaced: () => void;
  maxMs?: number;
  open?: typeof openPdf;
}

/** The pages of one file take up to 240 MB. */
let closeShown: (() => void) | undefined;

export function PdfViewer({ name, path, onReplaced, maxMs = maxPdfMs, open = openPdf }: PdfViewerProps) {
  const [outcome, setOutcome] = useState<PdfOutcome>();
  const pages = useRef<HTMLDivElement>(null);
  const replace = useEffectEvent(onReplaced);
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const result = await open(path, { into: pages.current!, signal, maxMs });
    if (!signal.aborted) setOutcome(result);
  });

  useEffect(() => {
    const stop = new AbortController();
    const close = () => replace();
    closeShown?.();
    closeShown = close;
    void start(stop.signal);
    return () => {
      stop.abort();
      if (closeShown === close) closeShown = undefined;
    };
  }, []);

  useEffect(() => {
    const element = pages.current!;
    const follow = new ResizeObserver(() =>
      element.style.setProperty('--shown-width', String(element.clientWidth)),
    );
    follow.observe(element);
    return () => follow.disconnect();
  }, []);

  return (
    <div className={classes.viewer}>
      <p className={isQuiet(outcome) ? classes.spoken : classes.notice} role="status">
        {outcome ? (
          <Outcome outcome={outcome} name={name} path={path} />
        ) : (
          <>
            <Loader size="xs" /> Loading…
          </>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its keys scroll it */}
      <section className={classes.frame} aria-label={name} tabIndex={0} hidden={outcome?.shown === 0}>
        <div className={classes.pages} ref={pages} />
      </section>
    </div>
  );
}

const problemWords = {
  protected: 'This PDF is protected with a password and can’t be shown here.',
  damaged: 'This PDF is damaged and can’t be shown here.',
  heavy: 'This PDF takes too long to be shown here.',
  missing: 'The file couldn’t be loaded.',
} as const satisfies Record<PdfProblem, string>;

const restWords = {
  ...problemWords,
  damaged: 'A part of this PDF is damaged and isn’t shown here.',
  heavy: 'The other pages of this PDF take too long to be shown here.',
} as const satisfies Record<PdfProblem, string>;

function noticesOf({ pages, shown, lacksPictures, problem }: PdfOutcome): string[] {
  if (problem && shown === 0) return [problemWords[problem]];
  const isLonger = !problem && pages > maxPdfPages;
  return [
    ...(problem ? [restWords[problem]] : []),
    ...(isLonger ? [`The first ${shown} of ${pages} pages are shown.`] : []),
    ...(lacksPictures ? ['Some pictures of this PDF can’t be shown here.'] : []),
  ];
}

/** What all see needs no words on the screen. */
function isQuiet(outcome: PdfOutcome | undefined): boolean {
  return outcome !== undefined && noticesOf(outcome).length === 0;
}

function Outcome({ outcome, name, path }: { outcome: PdfOutcome } & Pick<PdfViewerProps, 'name' | 'path'>) {
  const { shown } = outcome;
  const notices = noticesOf(outcome);
  if (notices.length === 0) return shown === 1 ? '1 page is shown.' : `${shown} pages are shown.`;
  return (
    <>
      {notices.join(' ')}{' '}
      <a href={path} download={name}>
        Download
      </a>
    </>
  );
}
