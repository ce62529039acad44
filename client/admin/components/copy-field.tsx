import IconCheck from 'icon:check';
import IconCopy from 'icon:copy';
import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

interface CopyButtonProps {
  text: string;
  /** For screen readers, after the text was copied. */
  message: string;
  /** Browsers offer the clipboard only on https and localhost, so people may have to copy by hand. */
  select: () => void;
}

export function CopyButton({ text, message, select }: CopyButtonProps) {
  const { copy, copied } = useClipboard();
  return (
    <>
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={17} stroke={1.8} /> : <IconCopy size={17} stroke={1.6} />}
        onClick={() => {
          select();
          copy(text);
        }}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <VisuallyHidden role="status">{copied && message}</VisuallyHidden>
    </>
  );
}

/** The text is selected at first. */
export function CopyField({ label, text, message }: { label: string } & Omit<CopyButtonProps, 'select'>) {
  const input = useRef<HTMLInputElement>(null);
  const select = () => input.current?.select();
  useEffect(() => input.current?.select(), []);
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <TextInput
        ref={input}
        flex={1}
        miw={0}
        label={label}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} message={message} select={select} />
    </Group>
  );
}
