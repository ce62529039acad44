import { type ReactNode, useEffect, useState } from 'react';
import classes from './fields.module.css';

interface ImagePreviewProps {
  file: File | undefined;
  stored: string | undefined;
  /** Shown when there is no picture, or when the picture cannot be loaded. */
  children: ReactNode;
}

/** Shows the chosen file. If no file is chosen, shows the stored picture. */
export function ImagePreview({ file, stored, children }: ImagePreviewProps) {
  const chosen = useObjectUrl(file);
  const [broken, setBroken] = useState<string>();
  const source = file ? chosen : stored;
  if (!source || source === broken) return <div className={classes.nothing}>{children}</div>;
  return (
    <img
      className={classes.preview}
      src={source}
      alt={file ? `Selected image: ${file.name}` : 'Current image'}
      onError={() => setBroken(source)}
    />
  );
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return file && url;
}
