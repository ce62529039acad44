import IconEye from 'icon:eye';
import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import classes from './message-workflow.module.css';

const PdfViewer = lazyPart({
  name: 'the PDF',
  load: async () => (await import('./pdf-viewer.tsx')).PdfViewer,
});

const pictures = /\.(?:jpe?g|png|webp|avif|gif)$/i;

export interface AttachedFile {
  name: string;
  path: string;
}

interface Parts {
  /** Undefined for a file that can only be downloaded. */
  button: ReactNode;
  shown: ReactNode;
}

/** A private file of a stranger: a PDF or a picture can be shown in place. */
export function useAttachedFile({ name, path }: AttachedFile, label?: string): Parts {
  const [isShown, setShown] = useState(false);
  const isPdf = /\.pdf$/i.test(name);
  if (!isPdf && !pictures.test(name)) return { button: undefined, shown: undefined };
  const what = label ?? <VisuallyHidden>{name}</VisuallyHidden>;
  return {
    button: (
      <Button
        variant="default"
        aria-expanded={isShown}
        leftSection={<IconEye size={17} stroke={1.6} />}
        {...(label === undefined && { size: 'compact-sm' })}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'} {what}
      </Button>
    ),
    shown:
      isShown &&
      (isPdf ? (
        <PdfViewer name={name} path={path} onReplaced={() => setShown(false)} />
      ) : (
        <Picture name={name} path={path} />
      )),
  };
}

/** The server makes another picture of it, without what else the file has. */
function Picture({ name, path }: AttachedFile) {
  const [isBroken, setBroken] = useState(false);
  if (!isBroken)
    return (
      <img className={classes.picture} src={`${path}/picture`} alt={name} onError={() => setBroken(true)} />
    );
  return (
    <p className={classes.mailState} role="status">
      This picture can’t be shown here.{' '}
      <a href={path} download={name}>
        Download
      </a>
    </p>
  );
}
