import { Text } from '@mantine/core';
import { CopyField } from '../../components/copy-field.tsx';
import { formatDateTime } from '../../core/format-dates.ts';

interface LinkToCopyProps {
  /** The name of the user that the link is for. */
  name: string;
  link: string;
  expires_at: string;
}

/** A link with which a user sets a password, and a button that copies the link. */
export function LinkToCopy({ name, link, expires_at }: LinkToCopyProps) {
  return (
    <>
      <CopyField label="Link" text={link} message="Link copied" />
      <Text mt={8} c="dimmed" fz={14}>
        For {name}, valid until {formatDateTime(expires_at)}. It won’t be shown again: send it over a private
        channel.
      </Text>
    </>
  );
}
