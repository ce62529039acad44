import { Button } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';

interface SpreadsheetLinkProps {
  /** Where the file is. */
  path: string;
  /** What the list shows; what is not set is left out. */
  filter: Record<string, string | boolean | undefined>;
}

/** Saves all that a list shows under its filter as a file for a spreadsheet. */
export function SpreadsheetLink({ path, filter }: SpreadsheetLinkProps) {
  const asked = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
  return (
    <Button
      component="a"
      href={path + query}
      download
      variant="default"
      leftSection={<IconTableExport size={17} stroke={1.6} aria-hidden="true" />}
    >
      Export CSV
    </Button>
  );
}
