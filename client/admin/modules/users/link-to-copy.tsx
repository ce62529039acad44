import IconCheck from 'icon:check';
import IconCopy from 'icon:copy';
import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../core/format-dates.ts';

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
    // Browsers allow clipboard access only on https pages and localhost. Elsewhere the link stays selected.
    await navigator.clipboard?.writeText(link);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <TextInput
          ref={box}
          flex={1}
          miw={0}
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
      </Group>
      <Text mt={8} c="dimmed" fz={14}>
        For {name}, valid until {formatDateTime(expires_at)}. It won’t be shown again: send it over a private
        channel.
      </Text>
      <VisuallyHidden role="status">{isCopied && 'Link copied'}</VisuallyHidden>
    </>
  );
}
