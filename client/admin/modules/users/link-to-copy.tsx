import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../../shared/time-words.ts';
import classes from './link-to-copy.module.css';

interface LinkToCopyProps {
  /** The name of the user that the link is for. */
  name: string;
  link: string;
  expires_at: string;
}

/** A link in a selected input, with a copy button. */
export function LinkToCopy({ name, link, expires_at }: LinkToCopyProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => box.current?.select(), []);
  const copy = async () => {
    box.current?.select();
    // Browsers give the clipboard only to https pages and localhost. Elsewhere the link stays selected.
    await navigator.clipboard?.writeText(link);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <>
      <div className={classes.row}>
        <TextInput
          ref={box}
          className={classes.box!}
          label="Link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          leftSection={isCopied ? <IconCheck size={17} stroke={1.8} /> : <IconCopy size={17} stroke={1.6} />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className={classes.note}>
        For {name}, valid until {formatDateTime(expires_at)}. It won’t be shown again: send it over a private
        channel.
      </p>
      <VisuallyHidden role="status">{isCopied && 'Link copied'}</VisuallyHidden>
    </>
  );
}
