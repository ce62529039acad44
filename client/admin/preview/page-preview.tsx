import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import classes from './preview.module.css';
import { PreviewFrame, type PreviewFrameProps, type PreviewTheme } from './preview-frame.tsx';

/** Pixels. */
const widths = { phone: 390, desktop: 1280 } as const;

/** Here the preview starts with the phone's width. */
const narrow = '(max-width: 48rem)';

interface PagePreviewProps {
  /** Undefined until first loaded. */
  html: string | undefined;
  path: string;
  onPath: (path: string) => void;
  isLoading: boolean;
  failure: Pick<ApiErrorInfo, 'message'> | undefined;
  note: ReactNode;
  /** A click on such a text leads to its field. */
  shown?: Pick<PreviewFrameProps, 'texts' | 'focused' | 'onText' | 'elsewhere' | 'onElsewhere'>;
  sample?: ReactNode;
  /** Before the controls for width and theme. */
  children?: ReactNode;
}

/** Returns what was loaded last, also while a refused value leaves nothing new to show. */
export function useLastLoaded<Loaded>(data: Loaded | undefined): Loaded | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? last;
}

const nothingShown = { texts: [], focused: undefined, onText: () => {} };

export function PagePreview(props: PagePreviewProps) {
  const { html, path, onPath, isLoading, failure, note, shown = nothingShown, sample, children } = props;
  const [device, setDevice] = useState<keyof typeof widths>(() =>
    window.matchMedia(narrow).matches ? 'phone' : 'desktop',
  );
  const [theme, setTheme] = useState<PreviewTheme>('light');
  const room = useElementSize();
  return (
    <aside className={classes.preview} aria-label="Preview">
      <div className={classes.controls}>
        {children}
        {!sample && (
          <>
            <SegmentedControl
              aria-label="Width"
              data={[
                { value: 'phone', label: 'Phone' },
                { value: 'desktop', label: 'Desktop' },
              ]}
              value={device}
              onChange={setDevice}
            />
            <SegmentedControl
              aria-label="Theme"
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
              value={theme}
              onChange={setTheme}
            />
          </>
        )}
      </div>
      {sample ? (
        <div className={classes.sample}>{sample}</div>
      ) : (
        <div ref={room.ref} className={classes.frame} aria-busy={isLoading}>
          {html !== undefined && room.width > 0 && (
            <PreviewFrame
              html={html}
              path={path}
              theme={theme}
              onPath={onPath}
              {...shown}
              width={widths[device]}
              space={room}
            />
          )}
        </div>
      )}
      <Text c="dimmed" fz={14} role="status">
        {failure ? `The preview cannot be updated: ${failure.message}` : note}
      </Text>
    </aside>
  );
}
