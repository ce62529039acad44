import { Text } from '@mantine/core';
import { textWidthInEms } from '../../../../src/shared/letter-widths.ts';
import type { FieldValues } from './group-model.ts';

// In rem: the bar of a page on the narrowest phones, without its edges, mark and menu, and the size of a long name
// there (`site-header.css`).
const room = 10.5;
const nameSize = 0.9375;
/** The longer of two lines has about this share of the whole width. */
const longerLine = 0.6;

function fitsPhones(name: string): boolean {
  const widest = Math.max(...name.split(/\s+/).map(textWidthInEms), textWidthInEms(name) * longerLine);
  return widest * nameSize <= room;
}

/** Says beside the short name that the bar of a phone would divide or cut the name. */
export function NameOnPhones({ fieldValues }: { fieldValues: FieldValues }) {
  const name = String(fieldValues.name ?? '').trim();
  const shortName = String(fieldValues.short_name ?? '').trim();
  const shown = shortName || name;
  return (
    <Text role="status" size="sm" mt={4} c="var(--signal-text)">
      {!fitsPhones(shown) &&
        `“${shown}” does not fit into the bar at the top of pages on phones. ${
          shortName ? 'Shorten it.' : 'Give a short name.'
        }`}
    </Text>
  );
}
